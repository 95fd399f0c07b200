/** One puzzle of each difficulty, asked of the server beforehand: its card tells all about it, and it starts at once. */

import type { PuzzleOut } from '../api';
import { BANDS, type Difficulty } from '../kernel/generate';
import { ask } from '../server';
import { load, save } from '../storage';

type Offers = Partial<Record<Difficulty, PuzzleOut>>;

export const offers: Offers = $state(load<Offers>('offers', {}));

/** Asks for what is missing. Without a server nothing is offered, and puzzles are made in the page. */
export async function refill(): Promise<void> {
  for (const difficulty of Object.keys(BANDS) as Difficulty[]) {
    if (offers[difficulty]) continue;
    try {
      offers[difficulty] = await ask<PuzzleOut>('POST', 'puzzles', { difficulty });
      save('offers', offers);
    } catch {
      return;
    }
  }
}

/** Takes the offered puzzle away to be played. */
export function take(difficulty: Difficulty): PuzzleOut | undefined {
  const found = offers[difficulty];
  delete offers[difficulty];
  save('offers', offers);
  return found;
}
