/** The board of a game without highlights: digits, marks and colours. */

import { cellView, type CellView } from '../board/view';
import { CELLS } from '../shared/core/geometry';
import type { Board } from '../game/board';

export const plainViews = (board: Board): CellView[] =>
  CELLS.map((cell) =>
    cellView({
      digit: board.digits[cell]!,
      given: board.givens[cell]!,
      centre: board.centre[cell]!,
      slots: board.noted,
      corner: board.corner[cell]!,
      colour: board.cellColours[cell]!,
      candidateColours: Object.fromEntries(
        board.candidateColours
          .slice(9 * cell, 9 * cell + 9)
          .flatMap((colour, place) => (colour ? [[place + 1, colour]] : [])),
      ),
    }),
  );
