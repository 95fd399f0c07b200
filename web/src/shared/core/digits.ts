/** Sets of digits as bit masks: bit d is digit d. */

import { DIGITS, type Digit } from './geometry';

export type DigitSet = number;

export const ALL: DigitSet = 0b11_1111_1110;

export const has = (set: DigitSet, digit: Digit): boolean => (set & (1 << digit)) !== 0;
export const listOf = (set: DigitSet): Digit[] => DIGITS.filter((digit) => has(set, digit));
export const setOf = (digits: Iterable<Digit>): DigitSet => {
  let set = 0;
  for (const digit of digits) set |= 1 << digit;
  return set;
};

/** Return the number of digits in a set. */
export function sizeOf(set: DigitSet): number {
  let size = 0;
  for (; set; set &= set - 1) size++;
  return size;
}
