/** The player's settings, stored in the browser. */

import { MediaQuery } from 'svelte/reactivity';
import type { CheckMode } from '../game/game';
import { load, save } from '../shared/storage';
import { applyLook, browserLanguage, MORE_CONTRAST, type Theme } from './look';

export * from './look';

export const CHECKS: readonly CheckMode[] = ['end', 'rules', 'solution'];

const defaults = {
  language: browserLanguage(),
  theme: 'auto' as Theme,
  check: 'end' as CheckMode,
  digitFirst: false,
  showTimer: true,
  highlightPeers: true,
  highlightDigit: true,
  highlightCandidate: true,
  highlightConflicts: true,
  showLeft: true,
  colourLetters: false,
  drillTimer: false,
  delay: 100,
  typingMovesOn: true,
  /** The player has confirmed once that keys for hints and checks count as help. */
  helpConfirmed: false,
  /** The player knows the rules, so the tutorial is no longer offered. */
  guided: false,
};

export type Settings = typeof defaults;
/** Settings that can be on or off. */
export type Switch = Extract<keyof Settings, `highlight${string}` | `show${string}` | 'digitFirst' | 'colourLetters'>;

export const settings: Settings = $state({ ...defaults, ...load<Partial<Settings>>('settings', {}) });

/** Store the settings and apply them to the page whenever they change; called once. */
export function keepSettings(): void {
  const moreContrast = new MediaQuery(MORE_CONTRAST);
  $effect(() => void save('settings', settings));
  $effect(() => applyLook(settings.language, settings.theme, moreContrast.current));
}
