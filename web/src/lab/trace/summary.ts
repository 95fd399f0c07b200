/** Summarises a trace in blocks (backtracks, solutions, depth), so that charts of long runs are quick to draw. */

import { CONFLICT, depthOf, kindOf, REMOVE, RETRACT, SOLUTION, STOP } from './packing';

const BLOCK = 256;

/** The summary of a range of events. */
export interface Stretch {
  deepest: number;
  turns: number;
  solutions: number;
}

export class Summary {
  private readonly blocks: Stretch[] = [];

  /** `removesBack`: whether `remove` is a retraction; digging and transformations remove digits as they go forward. */
  constructor(private readonly removesBack: boolean) {}

  /** Whether the search backtracks at an event: at a dead end, or at the first retraction without one. */
  isTurn(words: Uint32Array, index: number): boolean {
    const kind = kindOf(words[index]!);
    if (kind === CONFLICT) return true;
    if (!this.goesBack(kind)) return false;
    const before = index ? kindOf(words[index - 1]!) : SOLUTION;
    return before !== CONFLICT && !this.goesBack(before);
  }

  /** Process new events. */
  take(words: Uint32Array, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const place = Math.floor(index / BLOCK);
      const block = (this.blocks[place] ??= { deepest: 0, turns: 0, solutions: 0 });
      this.count(block, words, index);
    }
  }

  /** Summarise the events in a range. */
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

  /** Return the moment just after the next or previous backtrack; null if there is none. */
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
    // The event that ends a run has no depth: it continues the one before, so that a chart does not drop to nothing.
    if (kindOf(word) === STOP && index && depthOf(words[index - 1]!) > stretch.deepest)
      stretch.deepest = depthOf(words[index - 1]!);
    if (kindOf(word) === SOLUTION) stretch.solutions++;
    else if (this.isTurn(words, index)) stretch.turns++;
  }

  private goesBack(kind: number): boolean {
    return kind === RETRACT || (kind === REMOVE && this.removesBack);
  }
}
