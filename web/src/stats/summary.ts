/** Statistics of the results this browser knows, in the shape of the server's. */

import type { SummaryOut } from '../api/schema';
import { TOPICS } from '../play/session/skill';
import { readProgress } from '../shared/learning.svelte';
import type { Finished } from '../play/history';
import { streakOf } from '../play/history';
import { DIFFICULTIES, type Difficulty } from '../shared/core/levels';
import { dayOf } from '../shared/time';

export type Summary = Omit<SummaryOut, 'helps'>;

const MINUTE = 60_000;
const TREND = 50;

/** A difficulty, or puzzles the player brought along. */
export type Kind = Difficulty | 'own';

export const KINDS: readonly Kind[] = [...DIFFICULTIES, 'own'];

/** Return the summary of each kind that has results. */
export function summarize(results: readonly Finished[]): Map<Kind, Summary> {
  const summaries = KINDS.map(
    (name) => [name, summaryOf(results.filter((each) => (each.difficulty ?? 'own') === name))] as const,
  );
  return new Map(summaries.filter(([, { finished }]) => finished));
}

function summaryOf(results: readonly Finished[]): Summary {
  const times = results.map(({ time }) => time).sort((one, other) => one - other);
  const distribution: Record<string, number> = {};
  for (const time of times) {
    const minute = Math.floor(time / MINUTE);
    distribution[minute] = (distribution[minute] ?? 0) + 1;
  }
  return {
    started: times.length,
    finished: times.length,
    best: times[0] ?? null,
    mean: times.length ? times.reduce((sum, time) => sum + time, 0) / times.length : null,
    median: times.length ? (times[(times.length - 1) >> 1]! + times[times.length >> 1]!) / 2 : null,
    distribution,
    trend: results.slice(-TREND).map(({ at, time }) => [at, time]),
  };
}

/** What the player's games show of one technique. */
export interface TechniqueSummary {
  topic: string;
  /** How often it was found without a hint. */
  found: number;
  /** Milliseconds for one find lately, drills included. */
  mean: number | null;
  hints: number;
}

/** Return the techniques that the player has found or was shown, the easiest first. */
export function techniquesOf(lines: Iterable<string>): TechniqueSummary[] {
  const path = TOPICS.map((id) => ({ id, chapter: '', needs: [] }));
  return [...readProgress(lines, path)]
    .map(([topic, progress]) => ({ topic, found: progress.found, mean: progress.pace, hints: progress.hints }))
    .filter(({ found, hints }) => found || hints);
}

/** The days with a result, by date, for the calendar. */
export const daysOf = (results: readonly Finished[]): Map<string, number> =>
  new Map(results.map(({ at }) => [dayOf(new Date(at)), 1]));

/** Return the current and the longest run of days with a result. */
export function streaksOf(days: ReadonlySet<string>, today: Date): { streak: number; longest: number } {
  const ends = [...days].map((day) => streakOf(days, new Date(`${day}T12:00`)));
  return { streak: streakOf(days, today), longest: Math.max(0, ...ends) };
}
