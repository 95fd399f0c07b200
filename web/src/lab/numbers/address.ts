/** Parses and writes grid numbers, as typed and in links. */

import { isSolved } from '../../shared/core/rules';
import { MalformedGrid, readGrid, writeLine } from '../../shared/core/grid-text';

const SEPARATORS = /[\s,，、_'’]/gu;

/** Parse a number; return the reason if it is not valid. */
export function readNumber(text: string, count: bigint): bigint | 'empty' | 'noNumber' | 'tooLarge' {
  const plain = text.normalize('NFKC').replace(SEPARATORS, '');
  if (!plain) return 'empty';
  if (!/^[0-9]+$/.test(plain)) return 'noNumber';
  const number = BigInt(plain.slice(0, 100));
  return number < count ? number : 'tooLarge';
}

/** Parse a link: the number of a grid or the digits of a puzzle; null if it is neither. */
export function readAddress(parts: readonly string[], count: bigint): bigint | number[] | null {
  const text = parts[0] ?? '';
  if (text.length < 81) {
    const number = readNumber(text, count);
    return typeof number === 'bigint' ? number : null;
  }
  try {
    return readGrid(text);
  } catch (error) {
    if (error instanceof MalformedGrid) return null;
    throw error;
  }
}

/** Return the fragment for a grid: its number if it has one. */
export const writeAddress = (digits: readonly number[], number: bigint | null): string =>
  `lab/numbers/${number !== null && isSolved(digits) ? number : writeLine(digits)}`;

/** Return a uniform random number below `count`, by rejection sampling. */
export function randomNumber(count: bigint): bigint {
  const bits = count.toString(2).length;
  for (;;) {
    const words = crypto.getRandomValues(new Uint32Array(Math.ceil(bits / 32)));
    const value = words.reduce((number, word) => (number << 32n) | BigInt(word), 0n);
    const number = value & ((1n << BigInt(bits)) - 1n);
    if (number < count) return number;
  }
}
