/** The visible rows of a search tree: all nodes without a folded ancestor. */

import type { Tree } from './tree';

export class Rows {
  /** Nodes from this level on are folded, except those the player toggled. */
  private from = Infinity;
  private readonly flipped = new Set<number>();
  private list: Int32Array | null = null;

  constructor(readonly tree: Tree) {}

  isFolded(node: number): boolean {
    return this.tree.levels[node]! >= this.from !== this.flipped.has(node);
  }

  flip(node: number): void {
    if (!this.flipped.delete(node)) this.flipped.add(node);
    this.lay();
  }

  /** Fold everything from a level on; Infinity unfolds all. */
  fold(from: number): void {
    this.from = from;
    this.flipped.clear();
    this.lay();
  }

  /** Compute the rows again after the tree has grown. */
  lay(): void {
    this.list = null;
    if (this.from === Infinity && !this.flipped.size) return;
    const list = new Int32Array(this.tree.length);
    let count = 0;
    for (let node = 0; node < this.tree.length; node = this.isFolded(node) ? this.tree.end(node) : node + 1)
      list[count++] = node;
    this.list = list.subarray(0, count);
  }

  get length(): number {
    return this.list ? this.list.length : this.tree.length;
  }

  node(row: number): number {
    return this.list ? this.list[row]! : row;
  }

  /** Return the row of a node, or of its folded ancestor. */
  row(node: number): number {
    if (!this.list) return node;
    let low = 0;
    let high = this.list.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.list[middle]! <= node) low = middle;
      else high = middle;
    }
    return low;
  }
}
