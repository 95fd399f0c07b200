/** Prediction: which cell does the algorithm change next? */

import { cellOf, GUESS, kindOf, NO_CELL, PLACE, REMOVE } from '../trace/packing';
import type { Trace } from '../trace/trace';

/** Return the next cell that is written or emptied, and the moment after that; null at the end. */
export function nextCell({ words, length }: Trace, moment: number): { cell: number; moment: number } | null {
  for (let index = moment; index < length; index++) {
    const [kind, cell] = [kindOf(words[index]!), cellOf(words[index]!)];
    if (cell !== NO_CELL && (kind === PLACE || kind === GUESS || kind === REMOVE)) return { cell, moment: index + 1 };
  }
  return null;
}
