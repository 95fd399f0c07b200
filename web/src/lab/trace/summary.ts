/** Where a trace turns back, finds solutions and how deep it is, block by block: charts of any run are drawn from it. */

import { CONFLICT, depthOf, kindOf, REMOVE, RETRACT, SOLUTION } from './packing';

const BLOCK = 256;

/** A stretch of events in short. */
export interface Stretch {
  deepest: number;
  turns: number;
  solutions: number;
}

export class Summary {
  private readonly blocks: Stretch[] = [];

  /** `removesBack`: whether a `remove` takes something back; where a puzzle is dug it is the work itself. */
  constructor(private readonly removesBack: boolean) {}

  /** Whether the search turns back with an event: at a dead end, or where it begins to take back without one. */
  isTurn(words: Uint32Array, index: number): boolean {
    const kind = kindOf(words[index]!);
    if (kind === CONFLICT) return true;
    if (!this.goesBack(kind)) return false;
    const before = index ? kindOf(words[index - 1]!) : SOLUTION;
    return before !== CONFLICT && !this.goesBack(before);
  }

  /** Takes note of events that are new. */
  take(words: Uint32Array, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const place = Math.floor(index / BLOCK);
      const block = (this.blocks[place] ??= { deepest: 0, turns: 0, solutions: 0 });
      this.count(block, words, index);
    }
  }

  /** The stretch from one event to another. */
  of(words: Uint32Array, from: number, to: number): Stretch {
    const whole: Stretch = { deepest: 0, turns: 0, solutions: 0 };
    let index = from;
    while (index < to) {
      if (index % BLOCK === 0 && index + BLOCK <= to) {
        const block = this.blocks[index / BLOCK]!;
        whole.deepest = Math.max(whole.deepest, block.deepest);
        whole.turns += block.turns;
        whole.solutions += block.solutions;
        index += BLOCK;
      } else {
        this.count(whole, words, index++);
      }
    }
    return whole;
  }

  /** The moment after the next turn behind a moment, or before it; null if there is none. */
  turn(words: Uint32Array, length: number, moment: number, step: 1 | -1): number | null {
    for (let index = step > 0 ? moment : moment - 2; index >= 0 && index < length; index += step) {
      if (index % BLOCK === (step > 0 ? 0 : BLOCK - 1) && !this.blocks[Math.floor(index / BLOCK)]!.turns) {
        index += step * (BLOCK - 1);
      } else if (this.isTurn(words, index)) {
        return index + 1;
      }
    }
    return null;
  }

  private count(stretch: Stretch, words: Uint32Array, index: number): void {
    const word = words[index]!;
    if (depthOf(word) > stretch.deepest) stretch.deepest = depthOf(word);
    if (kindOf(word) === SOLUTION) stretch.solutions++;
    else if (this.isTurn(words, index)) stretch.turns++;
  }

  private goesBack(kind: number): boolean {
    return kind === RETRACT || (kind === REMOVE && this.removesBack);
  }
}
