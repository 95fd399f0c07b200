/** Mistakes on a board, compared with the solution. */

import { CELLS, type Cell } from '../shared/core/geometry';
import type { Board } from './board';
import type { Game } from './game';

/** Whether some solution agrees with all these digits; the kernel knows. */
export type Fits = (digits: readonly number[]) => boolean;

/** How many steps back the last position without a mistake is; 0 if this is one. */
export function stepsBack({ board, past }: Game, fits: Fits): number {
  const boards = [board, ...past.toReversed()];
  return Math.max(
    0,
    boards.findIndex(({ digits }) => fits(digits)),
  );
}

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
