/** The grid being entered. Every change can be undone. */

import { CELLS, type Cell } from '../shared/core/geometry';

const MOST_KEPT = 500;

export class Entry {
  digits: number[] = $state.raw(CELLS.map(() => 0));
  current: Cell = $state(0);
  private past: number[][] = $state.raw([]);

  constructor(digits?: readonly number[]) {
    if (digits) this.digits = [...digits];
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  write(digit: number): void {
    this.fill(this.digits.with(this.current, digit));
  }

  /** Move to the next cell in reading order; stay at the last one. */
  skip(step: 1 | -1 = 1): void {
    this.current = Math.min(80, Math.max(0, this.current + step));
  }

  fill(digits: readonly number[]): void {
    if (digits.every((digit, cell) => digit === this.digits[cell])) return;
    this.past = [...this.past.slice(1 - MOST_KEPT), this.digits];
    this.digits = [...digits];
  }

  clear(): void {
    this.fill(CELLS.map(() => 0));
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.digits = last;
  }
}
