/** Puzzles to print besides new ones: the current game, the grid in Enter, the last import. */

import { imported } from '../exchange/imported.svelte';
import { sheetOfGame, sheetOfPuzzle, type Sheet } from '../exchange/sheet';
import { parseGame } from '../game/game';
import { lastUnfinished, listGames, loadGame } from '../play/saved-games';
import { load } from '../shared/storage';
import type { Source } from './form.svelte';

/** Return the sheets of a source; may be empty. */
export function sheetsOf(source: Source): Sheet[] {
  if (source === 'imported') return imported.sheets;
  if (source === 'entered') {
    const digits = load<number[]>('entry', []);
    return digits.some(Boolean) ? [sheetOfPuzzle(digits)] : [];
  }
  if (source !== 'current') return [];
  const saved = lastUnfinished() ?? listGames().map(loadGame).find(Boolean);
  return saved ? [sheetOfGame(parseGame(saved.text))] : [];
}
