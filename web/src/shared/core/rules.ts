/** The rules of Sudoku on a grid of 81 digits, 0 for an empty cell. */

import { ALL, type DigitSet } from './digits';
import { CELLS, HOUSES, PEERS, type Cell, type Digit } from './geometry';

export type Digits = readonly number[] | Uint8Array;

/** Return the digits that no peer of a cell holds. */
export function candidatesOf(digits: Digits, cell: Cell): DigitSet {
  let set = ALL;
  for (const peer of PEERS[cell]!) set &= ~(1 << digits[peer]!);
  return set & ALL;
}

/** A digit that occurs twice in a house. */
export interface Clash {
  house: number;
  digit: Digit;
  cells: Cell[];
}

/** Return every digit that occurs twice in a house, rows first. */
export function clashes(digits: Digits): Clash[] {
  return HOUSES.flatMap((cells, house) => {
    const positions = new Map<Digit, Cell[]>();
    for (const cell of cells) {
      const digit = digits[cell]!;
      if (digit) positions.set(digit, [...(positions.get(digit) ?? []), cell]);
    }
    return [...positions]
      .filter(([, repeats]) => repeats.length > 1)
      .map(([digit, repeats]) => ({ house, digit, cells: repeats }));
  });
}

/** Return the cells that take part in a clash. */
export const clashingCells = (digits: Digits): Set<Cell> =>
  new Set(CELLS.filter((cell) => digits[cell] && PEERS[cell]!.some((peer) => digits[peer] === digits[cell])));

export const isFull = (digits: Digits): boolean => CELLS.every((cell) => digits[cell] !== 0);

/** Whether a grid is full and obeys the rules. */
export const isSolved = (digits: Digits): boolean => isFull(digits) && clashes(digits).length === 0;

/** Return the digits missing in a house. */
export const missingIn = (digits: Digits, house: number): DigitSet =>
  HOUSES[house]!.reduce((set, cell) => set & ~(1 << digits[cell]!), ALL) & ALL;
