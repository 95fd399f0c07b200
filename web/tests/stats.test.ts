import { expect, test } from 'vitest';
import { binsOf } from '../src/stats/bins';

test('few minutes get a bin each, including empty ones', () => {
  expect(binsOf({ 4: 2, 6: 1 })).toEqual([
    { label: '4', games: 2 },
    { label: '5', games: 0 },
    { label: '6', games: 1 },
  ]);
  expect(binsOf({})).toEqual([]);
});

test('many minutes share bins, and no game is lost', () => {
  const distribution = Object.fromEntries(Array.from({ length: 100 }, (_, minute) => [minute, 3]));
  const bins = binsOf(distribution);
  expect(bins.length).toBeLessThanOrEqual(6);
  expect(bins[0]).toEqual({ label: '0–16', games: 51 });
  expect(bins.reduce((sum, { games }) => sum + games, 0)).toBe(300);
});
