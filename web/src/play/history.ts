/** Results of finished games, kept in the browser: statistics and comparisons work without the server. */

import { parseGame, type Help } from '../game/game';
import { resultOf } from '../game/result';
import type { Difficulty } from '../shared/core/levels';
import { load, save } from '../shared/storage';
import { dayOf } from '../shared/time';
import { difficultyOfGame } from './game-name';
import { listGames, loadGame, type SavedGame } from './saved-games';

export interface Finished {
  /** The game's id. */
  id: string;
  difficulty: Difficulty | null;
  /** Milliseconds played. */
  time: number;
  /** Epoch milliseconds of the finish. */
  at: number;
  help: Help;
  /** The name of the daily puzzle. */
  daily?: string;
}

const KEY = 'results';
const MOST = 2000;

/** Remember a finished game. The first result of a game counts. */
export function remember(saved: SavedGame): void {
  const all = load<Finished[]>(KEY, []);
  const result = resultOfGame(saved);
  if (result && !all.some(({ id }) => id === saved.id)) save(KEY, [...all, result].slice(-MOST));
}

/** Replace the time of a result by the server's, so that the result and the statistics show the same. */
export function correctTime(id: string, time: number): void {
  const all = load<Finished[]>(KEY, []);
  if (all.some((each) => each.id === id && each.time !== time))
    save(
      KEY,
      all.map((each) => (each.id === id ? { ...each, time } : each)),
    );
}

/** Return all results, oldest first, including games finished before there was a list of results. */
export function results(): Finished[] {
  const known = load<Finished[]>(KEY, []);
  const ids = new Set(known.map(({ id }) => id));
  const others = listGames().flatMap((id) => {
    const saved = ids.has(id) ? null : loadGame(id);
    return (saved && resultOfGame(saved)) ?? [];
  });
  return [...known, ...others].sort((one, other) => one.at - other.at);
}

function resultOfGame(saved: SavedGame): Finished | null {
  if (!saved.finished) return null;
  const game = parseGame(saved.text);
  if (game.finished === null) return null;
  const { time, help } = resultOf(game);
  const daily = saved.request?.daily ?? undefined;
  const at = saved.started + game.finished;
  return { id: saved.id, difficulty: difficultyOfGame(saved), time, at, help, ...(daily && { daily }) };
}

const DAY = 86_400_000; // milliseconds

/** Return the consecutive days up to today, or yesterday if today has none yet. */
export function streakOf(days: ReadonlySet<string>, today: Date): number {
  let count = 0;
  let at = days.has(dayOf(today)) ? today.getTime() : today.getTime() - DAY;
  for (; days.has(dayOf(new Date(at))); at -= DAY) count++;
  return count;
}
