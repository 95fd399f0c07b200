/** Games kept in the browser: each under its own key, so that two tabs with two games do not disturb each other. */

import type { GameRequest } from '../api/schema';
import { writeLine } from '../shared/core/grid-text';
import { forget, load, save } from '../shared/storage';

export interface SavedGame {
  id: string;
  /** The puzzle's line, then one timed move a line. */
  text: string;
  /** Epoch milliseconds of the start, to which the moves' times are counted. */
  started: number;
  /** The text of an earlier run of the same puzzle, to play against. */
  ghost: string | null;
  finished: boolean;
  /** The request that starts the game on the server; by default the puzzle's line. */
  wish: GameRequest | null;
  /** The server's game and how many moves it has; null if the game is played here alone. */
  remote: { id: string; sent: number } | null | undefined;
  about: About | null;
}

/** How hard a puzzle is for a person. */
export interface About {
  level: string;
  /** The server's name of the puzzle. */
  id?: string;
  score: number;
  technique: string;
}

export const MOST_KEPT = 60;

export const keyOf = (id: string): string => `game.${id}`;
export const listGames = (): string[] => load<string[]>('games', []);
export const loadGame = (id: string): SavedGame | null => load<SavedGame | null>(keyOf(id), null);

/** The unfinished games, the latest first. A game without moves is listed only if it is the latest. */
export function* unfinished(): Generator<SavedGame> {
  let isFirst = true;
  for (const id of listGames()) {
    const saved = loadGame(id);
    if (!saved || saved.finished || !(isFirst || movesPlayed(saved))) continue;
    isFirst = false;
    yield saved;
  }
}

/** The game played last that is not finished. */
export const lastUnfinished = (): SavedGame | null => unfinished().next().value ?? null;

/** How many moves a game has; to stop the clock and to start it again are none. */
export const movesPlayed = ({ text }: SavedGame): number =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => !/ (pause|resume)$/.test(line)).length;

/** A new game of a puzzle, kept from its start. */
export function newGame(puzzle: readonly number[], parts: Partial<SavedGame> = {}): SavedGame {
  const id = crypto.randomUUID?.() ?? String(Date.now());
  const start = { id, text: writeLine(puzzle), started: Date.now(), ghost: null, finished: false };
  return keepGame({ ...start, wish: null, remote: undefined, about: null, ...parts });
}

/** Keeps a game and makes it the latest. The oldest go when there are too many. */
export function keepGame(saved: SavedGame): SavedGame {
  const others = listGames().filter((id) => id !== saved.id);
  for (const id of others.splice(MOST_KEPT - 1)) forget(keyOf(id));
  save(keyOf(saved.id), saved);
  save('games', [saved.id, ...others]);
  return saved;
}

/** Writes a game that is known already; whether it was kept. */
export const writeGame = (saved: SavedGame): boolean => save(keyOf(saved.id), saved);
