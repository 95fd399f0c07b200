/** Mistakes on a board, compared with the solution. */

import { has } from '../shared/core/digits';
import { CELLS, DIGITS, HOUSES, type Cell, type Digit } from '../shared/core/geometry';
import { candidatesOf } from '../shared/core/rules';
import type { Board } from './board';
import type { Game } from './game';

/** Whether the digits fit some solution; answered by the kernel. */
export type Fits = (digits: readonly number[]) => boolean;

/** Return how many moves to undo to reach a position without mistakes. */
export function stepsBack({ board, past }: Game, fits: Fits): number {
  const boards = [board, ...past.toReversed()];
  return Math.max(
    0,
    boards.findIndex(({ digits }) => fits(digits)),
  );
}

/** Return the entries that fit no solution. With several solutions, cells are judged in order, each given the ones before it. */
export function againstSolution({ digits, givens }: Board, fits: Fits): Set<Cell> {
  const wrong = new Set<Cell>();
  if (fits(digits)) return wrong;
  const trial = digits.map((digit, cell) => (givens[cell] ? digit : 0));
  for (const cell of CELLS) {
    if (givens[cell] || !digits[cell]) continue;
    trial[cell] = digits[cell];
    if (fits(trial)) continue;
    wrong.add(cell);
    trial[cell] = 0;
  }
  return wrong;
}

/** A cell without any digit left, or a house without a place for a digit. */
export type Loss = { cell: Cell } | { house: number; digit: Digit };

/** Return what some digits leave impossible, or null if that takes an argument. The server explains what this does not. */
export function lossIn(digits: readonly number[]): Loss | null {
  const left = CELLS.map((cell) => (digits[cell] ? 0 : candidatesOf(digits, cell)));
  const cell = CELLS.find((each) => !digits[each] && !left[each]);
  if (cell !== undefined) return { cell };
  for (const [house, cells] of HOUSES.entries())
    for (const digit of DIGITS)
      if (!cells.some((each) => digits[each] === digit || has(left[each]!, digit))) return { house, digit };
  return null;
}
