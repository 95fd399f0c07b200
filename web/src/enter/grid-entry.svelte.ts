/** The grid being entered. */

import { CELLS, type Cell } from '../shared/core/geometry';

export class Entry {
  digits: number[] = $state.raw(CELLS.map(() => 0));
  current: Cell = $state(0);

  constructor(digits?: readonly number[]) {
    if (digits) this.digits = [...digits];
  }

  write(digit: number): void {
    this.digits = this.digits.with(this.current, digit);
  }

  /** Move to the next cell in reading order; stay at the last one. */
  skip(step: 1 | -1 = 1): void {
    this.current = Math.min(80, Math.max(0, this.current + step));
  }

  fill(digits: readonly number[]): void {
    this.digits = [...digits];
  }

  clear(): void {
    this.fill(CELLS.map(() => 0));
  }
}
