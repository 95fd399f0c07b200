/** How many of each digit are still to be written. */

import { CELLS, DIGITS, type Cell } from '../shared/core/geometry';

/** At 1–9; a digit that clashes does not count, so a wrong digit never makes one complete. */
export function digitsLeft(digits: readonly number[], clashing: ReadonlySet<Cell>): number[] {
  const left = [0, ...DIGITS.map(() => 9)];
  for (const cell of CELLS) if (digits[cell] && !clashing.has(cell)) left[digits[cell]]!--;
  return left;
}
