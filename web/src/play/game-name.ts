/** What a game is called: the difficulty, level or technique the player asked for. */

import { t } from '../app/i18n';
import { techniqueName } from '../app/i18n/names';
import { clueCount, difficultyOf } from '../kernel/generate';
import { readGrid } from '../shared/core/grid-text';
import type { Difficulty } from '../shared/core/levels';
import type { SavedGame } from './saved-games';

/** Return the difficulty of a game, or null for a puzzle the player brought along. */
export function difficultyOfGame({ difficulty, about, text }: SavedGame): Difficulty | null {
  if (difficulty) return difficulty;
  return about ? difficultyOf(clueCount(readGrid(text.slice(0, 81)))) : null; // a game of an earlier version
}

/** Return the name of a game for its header. */
export const gameName = (saved: SavedGame): string =>
  saved.request?.daily ? t('play.daily', { name: kindName(saved) }) : kindName(saved);

/** Return the name of the kind of puzzle that was asked for. */
export function kindName(saved: SavedGame): string {
  if (saved.request?.technique) return techniqueName(saved.request.technique);
  if (saved.request?.level) return t(`level.${saved.request.level}`);
  const difficulty = difficultyOfGame(saved);
  return difficulty ? t(`difficulty.${difficulty}`) : t('play.own');
}
