import { afterEach, expect, test, vi } from 'vitest';
import { ask } from '../src/api/client';

afterEach(() => vi.unstubAllGlobals());

test('a visitor is met once: what else would make a player waits, other questions do not', async () => {
  const answers: (() => void)[] = [];
  const fetched = vi.fn(() => new Promise((resolve) => answers.push(() => resolve(Response.json({})))));
  vi.stubGlobal('fetch', fetched);
  const offer = ask('POST', 'puzzles/offers', {});
  const game = ask('POST', 'games', {});
  const techniques = ask('GET', 'techniques');
  await Promise.resolve();
  expect(fetched.mock.calls.map(([path]: unknown[]) => path)).toEqual(['/api/v1/techniques', '/api/v1/puzzles/offers']);
  answers.forEach((answer) => answer());
  await Promise.all([offer, techniques]);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  answers.at(-1)!();
  await game;
  void ask('POST', 'games', {});
  void ask('POST', 'player');
  expect(fetched).toHaveBeenCalledTimes(5);
});
