/** The position at a moment of a trace, folded as in `shudu.search.trace.event`. */

import { cellOf, depthOf, digitOf, GUESS, kindOf, PLACE, REMOVE, RETRACT } from './packing';

export class Position {
  /** The number of events so far. */
  moment = 0;
  readonly digits = new Uint8Array(81);
  /** The depth at which each cell was filled; `retract` empties all cells of its depth and deeper. */
  readonly levels = new Uint8Array(81);
  /** How often each cell was filled. */
  readonly heat = new Uint32Array(81);
  /** The number of events of each kind. */
  readonly tallies = new Uint32Array(7);
  deepest = 0;

  constructor(start: ArrayLike<number>) {
    this.digits.set(start);
  }

  /** Copy another position into this one. */
  set(other: Position): this {
    this.moment = other.moment;
    this.digits.set(other.digits);
    this.levels.set(other.levels);
    this.heat.set(other.heat);
    this.tallies.set(other.tallies);
    this.deepest = other.deepest;
    return this;
  }

  copy(): Position {
    return new Position(this.digits).set(this);
  }

  /** Apply the events up to a moment. */
  advance(words: Uint32Array, until: number): void {
    const { digits, levels, heat, tallies } = this;
    for (let index = this.moment; index < until; index++) {
      const word = words[index]!;
      const kind = kindOf(word);
      const depth = depthOf(word);
      tallies[kind]!++;
      if (depth > this.deepest) this.deepest = depth;
      if (kind === PLACE || kind === GUESS) {
        const cell = cellOf(word);
        digits[cell] = digitOf(word);
        levels[cell] = depth;
        heat[cell]!++;
      } else if (kind === REMOVE) {
        digits[cellOf(word)] = levels[cellOf(word)] = 0;
      } else if (kind === RETRACT) {
        for (let cell = 0; cell < 81; cell++) if (levels[cell]! >= depth) digits[cell] = levels[cell] = 0;
      }
    }
    this.moment = Math.max(this.moment, until);
  }
}
