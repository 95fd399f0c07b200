/** Results: thinking times, streaks and statistics from what the browser knows. */

import { describe, expect, test } from 'vitest';
import { play, startGame } from '../src/game/game';
import { longestThought, thoughtsOf } from '../src/game/result';
import { readGrid } from '../src/shared/core/grid-text';
import { digitsLeft } from '../src/play/digits-left';
import { streakOf, type Finished } from '../src/play/history';
import { daysOf, streaksOf, summarize } from '../src/stats/summary';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

describe('thinking', () => {
  test('counts the time before each digit, without pauses', () => {
    let game = startGame(readGrid(EASY));
    const moves: [string, number][] = [
      ['r1c3=4', 2000],
      ['pause', 3000],
      ['resume', 60_000],
      ['r1c4=6', 62_000],
      ['r2c2~7', 70_000],
      ['r2c2=7', 71_000],
    ];
    for (const [move, at] of moves) game = play(game, move, at);
    expect(thoughtsOf(game)).toEqual([
      { cell: 2, time: 2000 },
      { cell: 3, time: 3000 },
      { cell: 10, time: 1000 },
    ]);
    expect(longestThought(game)).toEqual({ cell: 3, time: 3000 });
    expect(longestThought(startGame(readGrid(EASY)))).toBeNull();
  });
});

describe('digits left', () => {
  test('an entry that is not shown as wrong counts, even if it clashes', () => {
    const digits = readGrid(EASY).with(2, 5); // a second 5 in the first row
    const before = digitsLeft(readGrid(EASY), new Set())[5]!;
    expect(digitsLeft(digits, new Set())[5]).toBe(before - 1);
    expect(digitsLeft(digits, new Set([2]))[5]).toBe(before);
  });

  test('more than nine of a digit leave none', () => {
    expect(digitsLeft(Array(81).fill(1), new Set())[1]).toBe(0);
  });
});

const finished = (day: string, time: number, difficulty: Finished['difficulty'] = 'easy'): Finished => ({
  id: `${day} ${time}`,
  difficulty,
  time,
  at: new Date(`${day}T12:00`).getTime(),
  help: 'none',
});

describe('statistics without the server', () => {
  const today = new Date('2026-03-10T09:00');

  test('a streak ends today or yesterday', () => {
    expect(streakOf(new Set(['2026-03-10', '2026-03-09']), today)).toBe(2);
    expect(streakOf(new Set(['2026-03-09', '2026-03-08']), today)).toBe(2);
    expect(streakOf(new Set(['2026-03-08']), today)).toBe(0);
    expect(streaksOf(new Set(['2026-01-01', '2026-01-02', '2026-01-03', '2026-03-10']), today)).toEqual({
      streak: 1,
      longest: 3,
    });
  });

  test('sums up each difficulty', () => {
    const results = [finished('2026-03-01', 90_000), finished('2026-03-02', 30_000), finished('2026-03-02', 61_000)];
    const summary = summarize([...results, finished('2026-03-03', 5, null)]);
    expect([...summary.keys()]).toEqual(['easy', 'own']);
    expect(summary.get('easy')).toMatchObject({
      finished: 3,
      best: 30_000,
      median: 61_000,
      distribution: { 0: 1, 1: 2 },
    });
    expect([...daysOf(results).keys()]).toEqual(['2026-03-01', '2026-03-02']);
  });
});
