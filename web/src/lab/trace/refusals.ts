/** Digging: the last clue that had to stay, and the two solutions that prove it. */

import type { Trace } from './trace';

export interface Refusal {
  cell: number;
  digit: number;
  /** The number of clues kept so far. */
  count: number;
  witnesses: [string, string];
}

export function lastRefusal(trace: Trace, moment: number): Refusal | null {
  for (let at = Math.min(moment, trace.length); at > 0; at--) {
    const event = trace.eventAt(at)!;
    const [one, other] = event.why.witnesses ?? [];
    if (one && other)
      return { cell: event.cell!, digit: event.digit, count: trace.stats(moment).conflicts, witnesses: [one, other] };
  }
  return null;
}
