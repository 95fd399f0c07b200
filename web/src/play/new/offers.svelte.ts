/** One puzzle of each difficulty, reserved on the server in advance. Its card shows everything except the digits. */

import type { OfferOut } from '../../api/schema';
import { BANDS, type Difficulty } from '../../kernel/generate';
import { answer, api } from '../../api/client';
import { load, save } from '../../shared/storage';

type Offers = Partial<Record<Difficulty, OfferOut>>;

export const offers: Offers = $state(load<Offers>('offers', {}));

/** Requests missing offers. Without a server, puzzles are generated in the page. */
export async function refill(): Promise<void> {
  for (const difficulty of Object.keys(BANDS) as Difficulty[]) {
    if (offers[difficulty]) continue;
    try {
      giveBack(difficulty, await answer(api.POST('/puzzles/offers', { body: { difficulty } })));
    } catch {
      return;
    }
  }
}

/** Takes the offered puzzle away to be played. */
export function take(difficulty: Difficulty): OfferOut | undefined {
  const found = offers[difficulty];
  delete offers[difficulty];
  save('offers', offers);
  return found;
}

/** Offers a puzzle; it could not be started, or is new. */
export function giveBack(difficulty: Difficulty, offer: OfferOut): void {
  offers[difficulty] = offer;
  save('offers', offers);
}
