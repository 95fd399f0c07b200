/** Counts the digits still to be placed. */

import { CELLS, DIGITS, type Cell } from '../shared/core/geometry';

/** Return the counts at 1–9. Conflicting digits do not count, so a wrong digit never completes one. */
export function digitsLeft(digits: readonly number[], clashing: ReadonlySet<Cell>): number[] {
  const left = [0, ...DIGITS.map(() => 9)];
  for (const cell of CELLS) if (digits[cell] && !clashing.has(cell)) left[digits[cell]]!--;
  return left;
}
