/** What is wrong with the entries of a board, by the rules or against the solution. */

import { CELLS, type Cell } from '../core/geometry';
import { clashingCells } from '../core/rules';
import type { Board } from './board';
import type { Fits } from './game';

/** Every cell whose digit stands twice in a house, givens included. */
export const againstRules = (board: Board): Set<Cell> => clashingCells(board.digits);

/** The entries no solution agrees with; where there are several solutions, in the order of the cells. */
export function againstSolution({ digits, givens }: Board, fits: Fits): Set<Cell> {
  const wrong = new Set<Cell>();
  if (fits(digits)) return wrong;
  const kept = digits.map((digit, cell) => (givens[cell] ? digit : 0));
  for (const cell of CELLS) {
    if (givens[cell] || !digits[cell]) continue;
    kept[cell] = digits[cell];
    if (fits(kept)) continue;
    wrong.add(cell);
    kept[cell] = 0;
  }
  return wrong;
}
