/** The search tree of a trace: a root, and a node for each guess. Nodes are numbered in the order of the search, which is a
 * preorder, so the descendants of a node are a contiguous range. */

import { CONFLICT, depthOf, GUESS, kindOf, REMOVE, RETRACT, SOLUTION } from './packing';

const OPEN = 0xffffffff;

export const DEAD = 1;
export const SOLVED = 2;

export class Tree {
  length = 1;
  /** The moment each node begins, just after its guess. */
  moments = new Uint32Array(1024);
  parents = new Int32Array(1024);
  levels = new Uint8Array(1024);
  /** The outcome of a node: a dead end right below it, or a solution anywhere below. */
  marks = new Uint8Array(1024);

  private closed = new Uint32Array(1024).fill(OPEN); // the moment each node was retracted
  private ends = new Uint32Array(1024); // the first node past its descendants, once it is closed
  private depths = new Uint8Array(1024);
  private nextIndex = 0;
  private path: number[] = [0];

  constructor() {
    this.parents[0] = -1;
  }

  /** Process new events. */
  take(words: Uint32Array, to: number): void {
    for (let index = this.nextIndex; index < to; index++) {
      const word = words[index]!;
      const kind = kindOf(word);
      if (kind === GUESS) this.grow(depthOf(word), index + 1);
      else if (kind === REMOVE || kind === RETRACT) this.close(depthOf(word), index + 1);
      else if (kind === CONFLICT) this.marks[this.path.at(-1)!]! |= DEAD;
      else if (kind === SOLUTION) for (const node of this.path) this.marks[node]! |= SOLVED;
    }
    this.nextIndex = to;
  }

  /** Return the first node past the descendants of a node. */
  end(node: number): number {
    return this.closed[node] === OPEN ? this.length : this.ends[node]!;
  }

  hasChildren(node: number): boolean {
    return this.end(node) > node + 1;
  }

  /** Return the node the search is in at a moment. */
  nodeAt(moment: number): number {
    let low = 0;
    let high = this.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.moments[middle]! <= moment) low = middle;
      else high = middle;
    }
    while (this.closed[low]! <= moment) low = this.parents[low]!;
    return low;
  }

  /** Return the position of a node among its siblings, from 1, and their number. */
  place(node: number): [number, number] {
    if (!node) return [1, 1];
    let [place, count] = [0, 0];
    for (let child = this.parents[node]! + 1; child < this.end(this.parents[node]!); child = this.end(child)) {
      count++;
      if (child === node) place = count;
    }
    return [place, count];
  }

  private grow(depth: number, moment: number): void {
    this.close(depth, moment);
    const node = this.length;
    if (node === this.moments.length) this.makeRoom();
    this.moments[node] = moment;
    this.parents[node] = this.path.at(-1)!;
    this.levels[node] = this.path.length;
    this.depths[node] = depth;
    this.path.push(node);
    this.length++;
  }

  private close(depth: number, moment: number): void {
    while (this.path.length > 1 && this.depths[this.path.at(-1)!]! >= depth) {
      const node = this.path.pop()!;
      this.closed[node] = moment;
      this.ends[node] = this.length;
    }
  }

  private makeRoom(): void {
    const size = 2 * this.length;
    const larger = <T extends Uint8Array | Uint32Array | Int32Array>(old: T, copy: T): T => (copy.set(old), copy);
    this.moments = larger(this.moments, new Uint32Array(size));
    this.parents = larger(this.parents, new Int32Array(size));
    this.levels = larger(this.levels, new Uint8Array(size));
    this.marks = larger(this.marks, new Uint8Array(size));
    this.closed = larger(this.closed, new Uint32Array(size).fill(OPEN));
    this.ends = larger(this.ends, new Uint32Array(size));
    this.depths = larger(this.depths, new Uint8Array(size));
  }
}
