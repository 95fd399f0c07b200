/** One puzzle of each difficulty, reserved on the server in advance. Its card shows everything except the digits. */

import type { OfferOut } from '../../api/schema';
import { standalone } from '../../app/standalone';
import { answer, api, ApiError } from '../../api/client';
import { DIFFICULTIES, type Difficulty } from '../../shared/core/levels';
import { load, save } from '../../shared/storage';

type Offers = Partial<Record<Difficulty, OfferOut>>;

export const offers: Offers = $state(load<Offers>('offers', {}));

/** Request missing offers. Without a server, puzzles are generated in the page. */
export async function refill(): Promise<void> {
  if (standalone) return;
  for (const difficulty of DIFFICULTIES) {
    if (offers[difficulty]) continue;
    try {
      giveBack(difficulty, await answer(api.POST('/puzzles/offers', { body: { difficulty } })));
    } catch (error) {
      if (!(error instanceof ApiError) || error.isBusy) return;
    }
  }
}

/** Remove and return the offered puzzle. */
export function take(difficulty: Difficulty): OfferOut | undefined {
  const offer = offers[difficulty];
  delete offers[difficulty];
  save('offers', offers);
  return offer;
}

/** Offer a puzzle that is new or could not be started. */
export function giveBack(difficulty: Difficulty, offer: OfferOut): void {
  offers[difficulty] = offer;
  save('offers', offers);
}
