/** Games stored in the browser, each under its own key, so that tabs with different games do not interfere. */

import type { GameRequest } from '../api/schema';
import type { Difficulty, Level } from '../shared/core/levels';
import { writeLine } from '../shared/core/grid-text';
import { forget, load, save } from '../shared/storage';

export interface SavedGame {
  id: string;
  /** The puzzle's line, then one timed move per line. */
  text: string;
  /** Epoch milliseconds of the start; the moves' times are relative to it. */
  started: number;
  /** The text of an earlier run of the same puzzle, to play against. */
  ghost: string | null;
  finished: boolean;
  /** The request that starts the game on the server; by default the puzzle's line. */
  request: GameRequest | null;
  /** The server's game, how many moves it has, and the level of the puzzle; null if the game is local only. */
  remote: { id: string; sent: number; level?: Level } | null | undefined;
  about: About | null;
  /** The difficulty the player asked for. */
  difficulty?: Difficulty | null;
  /** The share link this game was opened from. */
  link?: string;
}

/** A game as browsers and backups store it: the request is called `wish` there. */
export type StoredGame = Omit<SavedGame, 'request'> & { wish: GameRequest | null };

export const fromStored = ({ wish, ...rest }: StoredGame): SavedGame => ({ ...rest, request: wish });
export const toStored = ({ request, ...rest }: SavedGame): StoredGame => ({ ...rest, wish: request });

/** The rating of a puzzle from the server. */
export interface About {
  level: string;
  /** The puzzle's id on the server. */
  id?: string;
  score: number;
  technique: string;
}

export const MOST_KEPT = 60;

export const keyOf = (id: string): string => `game.${id}`;
export const listGames = (): string[] => load<string[]>('games', []);
export function loadGame(id: string): SavedGame | null {
  const stored = load<StoredGame | null>(keyOf(id), null);
  return stored && fromStored(stored);
}

/** Return the unfinished games, latest first. A game without moves is listed only if it is the latest. */
export function* unfinished(): Generator<SavedGame> {
  let isFirst = true;
  for (const id of listGames()) {
    const saved = loadGame(id);
    if (!saved || saved.finished || !(isFirst || movesPlayed(saved))) continue;
    isFirst = false;
    yield saved;
  }
}

/** Return the latest unfinished game. */
export const lastUnfinished = (): SavedGame | null => unfinished().next().value ?? null;

/** Return the number of moves, not counting pause and resume. */
export const movesPlayed = ({ text }: SavedGame): number =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => !/ (pause|resume)$/.test(line)).length;

/** Create and store a new game of a puzzle. */
export function newGame(puzzle: readonly number[], parts: Partial<SavedGame> = {}): SavedGame {
  const id = crypto.randomUUID?.() ?? String(Date.now());
  const start = { id, text: writeLine(puzzle), started: Date.now(), ghost: null, finished: false };
  return keepGame({ ...start, request: null, remote: undefined, about: null, ...parts });
}

/** Store a game as the latest; when there are too many, delete the oldest. */
export function keepGame(saved: SavedGame): SavedGame {
  const others = listGames().filter((id) => id !== saved.id);
  for (const id of others.splice(MOST_KEPT - 1)) forget(keyOf(id));
  writeGame(saved);
  save('games', [saved.id, ...others]);
  return saved;
}

/** Update a stored game; return whether the browser accepted it. */
export const writeGame = (saved: SavedGame): boolean => save(keyOf(saved.id), toStored(saved));
