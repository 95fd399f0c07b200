/** Counts the digits still to be placed. */

import { CELLS, DIGITS, type Cell } from '../shared/core/geometry';

/** Return the counts at 1–9. Digits that are shown as wrong do not count; others do, so that the count gives nothing away. */
export function digitsLeft(digits: readonly number[], wrong: ReadonlySet<Cell>): number[] {
  const left = [0, ...DIGITS.map(() => 9)];
  for (const cell of CELLS) if (digits[cell] && !wrong.has(cell)) left[digits[cell]]!--;
  return left.map((count) => Math.max(0, count));
}
