/** The player's selection: cells, input mode and digits. It is not part of the game. */

import { CELLS, type Cell, type Digit } from '../../shared/core/geometry';

export const MODES = ['digit', 'corner', 'centre', 'colour'] as const;
export type Mode = (typeof MODES)[number];

const NO_CELLS: ReadonlySet<Cell> = new Set();

export class Selection {
  /** The cell with the focus. */
  current: Cell = $state(0);
  cells: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  mode: Mode = $state('digit');
  private notes: Mode = 'centre';
  /** In digit-first mode, the digit that a press on a cell writes; 0 for none. */
  sticky: Digit = $state(0);
  /** The digit highlighted on the board; 0 for none. */
  filter: Digit = $state(0);

  /** Start at the first empty cell; `selects` also selects it. */
  constructor(digits: readonly number[], selects: boolean) {
    const empty = digits.indexOf(0);
    this.current = empty < 0 ? 40 : empty;
    if (selects) this.cells = new Set([this.current]);
  }

  /** The selected cells in ascending order. */
  get sorted(): Cell[] {
    return [...this.cells].sort((one, other) => one - other);
  }

  /** Select a cell: alone, in addition (`extend`), or deselect it (`toggle`). The last one stays selected. */
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

  /** Deselect all cells, but not digits. */
  clearCells(): void {
    this.cells = NO_CELLS;
  }

  deselect(): void {
    this.clearCells();
    this.sticky = 0;
    this.filter = 0;
  }

  /** The pencil: switch between digits and the kind of notes used last. */
  toggleNotes(): void {
    this.mode = this.isNotes ? 'digit' : this.notes;
  }

  get isNotes(): boolean {
    return this.mode === 'corner' || this.mode === 'centre';
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    if (mode === 'corner' || mode === 'centre') this.notes = mode;
  }

  nextMode(step = 1): void {
    this.setMode(MODES[(MODES.indexOf(this.mode) + step + MODES.length) % MODES.length]!);
  }

  toggleSticky(digit: Digit): void {
    this.sticky = this.sticky === digit ? 0 : digit;
  }

  /** Highlight the digit of the current cell; on an empty cell, cycle through the digits and none. */
  nextFilter(here: Digit): void {
    if (here) this.filter = this.filter === here ? 0 : here;
    else this.filter = (this.filter + 1) % 10;
  }
}
