/** Keyboard shortcuts of a game. Keys are matched by position, so they work in every layout. */

import { digitOf, isShifted } from '../../shared/keyboard';
import { go } from '../../app/router.svelte';
import { settings } from '../../app/settings.svelte';
import type { Mode } from './selection.svelte';
import type { Session } from './session.svelte';

export type Action = (session: Session) => void;

const mode =
  (mode: Mode): Action =>
  (session) => {
    session.selection.setMode(mode);
  };

const nextMode: Action = (session) => {
  session.selection.nextMode();
};

const escape: Action = (session) => {
  if (session.panel) session.panel = null;
  else session.selection.deselect();
};

const toggleTimer: Action = () => {
  settings.showTimer = !settings.showTimer;
};

const undo: Action = (session) => void session.play('undo');
const redo: Action = (session) => void session.play('redo');
const clear: Action = (session) => session.clear();
const hint: Action = (session) => session.helpByKey('hint', 'H');

const PLAIN: Record<string, Action> = {
  KeyZ: mode('digit'),
  KeyX: mode('corner'),
  KeyC: mode('centre'),
  KeyV: mode('colour'),
  Space: nextMode,
  Backspace: clear,
  Delete: clear,
  Escape: escape,
  BracketLeft: undo,
  BracketRight: redo,
  KeyH: hint,
  KeyK: (session) => session.helpByKey('check', 'K'),
  KeyM: (session) => session.checkpoint(),
  KeyP: (session) => session.togglePause(),
  KeyT: toggleTimer,
  KeyF: (session) => session.nextFilter(),
  KeyR: (session) => session.listMissing(0),
  KeyB: (session) => session.listMissing(2),
  Enter: (session) => session.writeSticky(),
  F1: () => go('help/keys'),
};

const SHIFT: Record<string, Action> = {
  Slash: hint,
  KeyM: (session) => session.returnToLast(),
  KeyC: (session) => session.listMissing(1),
};

const CTRL: Record<string, Action> = {
  KeyZ: undo,
  KeyY: redo,
  KeyA: (session) => session.selection.chooseAll(),
};

/** Return the action of a key press, or null. */
export function actionOf(event: KeyboardEvent): Action | null {
  const ctrl = event.ctrlKey || event.metaKey;
  const digit = digitOf(event);
  if (digit !== null)
    return digitAction(digit, ctrl || event.altKey ? 'centre' : isShifted(event) ? 'corner' : undefined);
  if (event.altKey) return null;
  if (ctrl) return event.shiftKey ? (letter(event) === 'KeyZ' ? redo : null) : (CTRL[letter(event)] ?? null);
  if (event.key === '?') return hint;
  return (event.shiftKey ? SHIFT : PLAIN)[event.code] ?? null;
}

/** Whether a key types a character that is no digit and no shortcut. */
export const isStranger = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !actionOf(event);

function digitAction(digit: number, mode?: Mode): Action {
  if (!digit) return clear;
  return (session) => (mode ? session.write(digit, mode) : session.digit(digit));
}

// Undo and redo follow the letter printed on the key: on a German keyboard Ctrl+Z is where Ctrl+Y is elsewhere.
const letter = ({ key, code }: KeyboardEvent): string => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code);
