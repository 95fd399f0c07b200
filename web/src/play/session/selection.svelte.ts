/** What the player has selected: cells, the input mode and digits. None of it is part of the game. */

import { CELLS, type Cell, type Digit } from '../../shared/core/geometry';

export const MODES = ['digit', 'corner', 'centre', 'colour'] as const;
export type Mode = (typeof MODES)[number];

const NO_CELLS: ReadonlySet<Cell> = new Set();

export class Selection {
  /** The cell with the focus. */
  current: Cell = $state(0);
  cells: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  mode: Mode = $state('digit');
  /** The digit that a press on a cell writes when digits come first; 0 for none. */
  sticky: Digit = $state(0);
  /** The digit highlighted all over the board; 0 for none. */
  filter: Digit = $state(0);

  /** Starts at the first empty cell; `selects` tells whether it is selected as well. */
  constructor(digits: readonly number[], selects: boolean) {
    const empty = digits.indexOf(0);
    this.current = empty < 0 ? 40 : empty;
    if (selects) this.cells = new Set([this.current]);
  }

  /** The cells in the order of the board. */
  get sorted(): Cell[] {
    return [...this.cells].sort((one, other) => one - other);
  }

  /** Selects a cell: alone, in addition (`extend`), or takes it out again (`toggle`). The last one stays selected. */
  choose(cell: Cell, { extend, toggle }: { extend: boolean; toggle: boolean }): void {
    this.current = cell;
    const next = new Set(extend ? this.cells : []);
    if (toggle && next.has(cell) && next.size > 1) next.delete(cell);
    else next.add(cell);
    this.cells = next;
  }

  chooseAll(): void {
    this.cells = new Set(CELLS);
  }

  /** Deselects the cells; digits stay. */
  clearCells(): void {
    this.cells = NO_CELLS;
  }

  deselect(): void {
    this.clearCells();
    this.sticky = 0;
    this.filter = 0;
  }

  nextMode(step = 1): void {
    this.mode = MODES[(MODES.indexOf(this.mode) + step + MODES.length) % MODES.length]!;
  }

  toggleSticky(digit: Digit): void {
    this.sticky = this.sticky === digit ? 0 : digit;
  }

  /** Highlights the digit of the current cell; on an empty cell the next digit, and after nine none. */
  nextFilter(here: Digit): void {
    if (here) this.filter = this.filter === here ? 0 : here;
    else this.filter = (this.filter + 1) % 10;
  }
}
