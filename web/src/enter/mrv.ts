/** Search by fewest candidates, event by event: the same algorithm as `shudu.search.mrv`. */

import { ALL, listOf, sizeOf, type DigitSet } from '../shared/core/digits';
import { CELLS, HOUSES_OF, type Cell, type Digit } from '../shared/core/geometry';
import type { Digits } from '../shared/core/rules';

/** `place` and `guess` write a digit and are one iteration each; `remove` takes a cell back. */
export interface SearchEvent {
  kind: 'place' | 'guess' | 'remove' | 'conflict' | 'solution';
  depth: number;
  cell: Cell | null;
  digit: Digit;
}

/** Writes the smallest candidate of the cell with the fewest; goes back cell by cell to one that still has others. */
export function* mrv(givens: Digits): Generator<SearchEvent, void> {
  const board = new Houses(givens);
  const blanks = CELLS.filter((cell) => !givens[cell]);
  const written: { cell: Cell; digit: Digit; untried: Digit[] }[] = [];
  for (;;) {
    if (blanks.length) {
      const place = board.fewest(blanks);
      const cell = blanks[place]!;
      const [digit, ...untried] = listOf(board.candidates(cell));
      if (digit) {
        blanks.splice(place, 1);
        board.flip(cell, digit);
        written.push({ cell, digit, untried });
        yield { kind: untried.length ? 'guess' : 'place', depth: written.length, cell, digit };
        continue;
      }
      yield { kind: 'conflict', depth: written.length, cell, digit: 0 };
    } else {
      yield { kind: 'solution', depth: written.length, cell: null, digit: 0 };
    }
    while (written.length && !written.at(-1)!.untried.length) {
      const { cell, digit } = written.pop()!;
      board.flip(cell, digit);
      blanks.push(cell);
      yield { kind: 'remove', depth: written.length + 1, cell, digit };
    }
    const last = written.at(-1);
    if (!last) return;
    board.flip(last.cell, last.digit);
    last.digit = last.untried.shift()!;
    board.flip(last.cell, last.digit);
    yield { kind: 'guess', depth: written.length, cell: last.cell, digit: last.digit };
  }
}

/** Which digits each house holds. */
class Houses {
  private readonly held: DigitSet[] = Array.from({ length: 27 }, () => 0);

  constructor(givens: Digits) {
    for (const cell of CELLS) if (givens[cell]) this.flip(cell, givens[cell]);
  }

  flip(cell: Cell, digit: Digit): void {
    for (const house of HOUSES_OF[cell]!) this.held[house]! ^= 1 << digit;
  }

  candidates(cell: Cell): DigitSet {
    const [row, column, box] = HOUSES_OF[cell]!;
    return ALL & ~(this.held[row!]! | this.held[column!]! | this.held[box!]!);
  }

  /** The place in the list of the first cell with the fewest candidates. */
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
