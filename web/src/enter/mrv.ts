/** Backtracking that fills the cell with the fewest candidates first, event by event: the algorithm `mrv` of `shudu.search`. */

import { ALL, listOf, sizeOf, type DigitSet } from '../shared/core/digits';
import { CELLS, HOUSES_OF, type Cell, type Digit } from '../shared/core/geometry';
import type { Digits } from '../shared/core/rules';

/** `place` and `guess` write a digit and count as an iteration; `remove` empties a cell. */
export interface SearchEvent {
  kind: 'place' | 'guess' | 'remove' | 'conflict' | 'solution';
  depth: number;
  cell: Cell | null;
  digit: Digit;
}

/** Write the smallest candidate into the cell with the fewest; at a dead end, go back to a cell with candidates left. */
export function* mrv(givens: Digits): Generator<SearchEvent, void> {
  const board = new Houses(givens);
  const blanks = CELLS.filter((cell) => !givens[cell]);
  const stack: { cell: Cell; digit: Digit; untried: Digit[] }[] = [];
  for (;;) {
    if (blanks.length) {
      const place = board.fewest(blanks);
      const cell = blanks[place]!;
      const [digit, ...untried] = listOf(board.candidates(cell));
      if (digit) {
        blanks.splice(place, 1);
        board.flip(cell, digit);
        stack.push({ cell, digit, untried });
        yield { kind: untried.length ? 'guess' : 'place', depth: stack.length, cell, digit };
        continue;
      }
      yield { kind: 'conflict', depth: stack.length, cell, digit: 0 };
    } else {
      yield { kind: 'solution', depth: stack.length, cell: null, digit: 0 };
    }
    while (stack.length && !stack.at(-1)!.untried.length) {
      const { cell, digit } = stack.pop()!;
      board.flip(cell, digit);
      blanks.push(cell);
      yield { kind: 'remove', depth: stack.length + 1, cell, digit };
    }
    const last = stack.at(-1);
    if (!last) return;
    board.flip(last.cell, last.digit);
    last.digit = last.untried.shift()!;
    board.flip(last.cell, last.digit);
    yield { kind: 'guess', depth: stack.length, cell: last.cell, digit: last.digit };
  }
}

/** The digits in each house. */
class Houses {
  private readonly houseDigits: DigitSet[] = Array.from({ length: 27 }, () => 0);

  constructor(givens: Digits) {
    for (const cell of CELLS) if (givens[cell]) this.flip(cell, givens[cell]);
  }

  flip(cell: Cell, digit: Digit): void {
    for (const house of HOUSES_OF[cell]!) this.houseDigits[house]! ^= 1 << digit;
  }

  candidates(cell: Cell): DigitSet {
    const [row, column, box] = HOUSES_OF[cell]!;
    return ALL & ~(this.houseDigits[row!]! | this.houseDigits[column!]! | this.houseDigits[box!]!);
  }

  /** Return the index of the first cell with the fewest candidates. */
  fewest(blanks: readonly Cell[]): number {
    let best = 0;
    let least = 10;
    for (let place = 0; place < blanks.length && least; place++) {
      const size = sizeOf(this.candidates(blanks[place]!));
      if (size < least) [best, least] = [place, size];
    }
    return best;
  }
}
