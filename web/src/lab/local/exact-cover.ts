/** Knuth's Algorithm X with dancing links: the algorithm `exact-cover` of `shudu.search`, where the layout is described. */

import { CELLS, DIGITS, HOUSES_OF, houseName } from '../../shared/core/geometry';
import type { Digits } from '../../shared/core/rules';
import type { LineEvent } from './line-event';

const ROOT = 324; // the items are 0 to 323; option o has the four nodes from ROOT + 1 + 4 · o

/** Take the item with the fewest options and try each of them. */
export function* exactCover(puzzle: Digits): Generator<LineEvent> {
  const links = new DancingLinks();
  for (const cell of CELLS) if (puzzle[cell]) links.choose(nodeOf(cell, puzzle[cell]!));
  yield* search(links, 1);
}

const nodeOf = (cell: number, digit: number): number => ROOT + 1 + 4 * (9 * cell + digit - 1);

function* search(links: DancingLinks, depth: number): Generator<LineEvent> {
  const item = links.smallestItem();
  if (item === ROOT) return yield { kind: 'solution', depth: depth - 1, cell: null, digit: 0, line: 'done' };
  if (!links.size[item]) return yield deadEnd(item, depth - 1);
  const isForced = links.size[item] === 1;
  for (let node = links.down[item]!; node !== item; node = links.down[node]!) {
    const option = Math.floor((node - ROOT - 1) / 4);
    const move = { depth, cell: Math.floor(option / 9), digit: (option % 9) + 1 };
    links.choose(node);
    yield { ...move, kind: isForced ? 'place' : 'guess', line: 'choose' };
    yield* search(links, depth + 1);
    links.undo(node);
    yield { ...move, kind: isForced ? 'remove' : 'retract', line: 'back' };
  }
}

function deadEnd(item: number, depth: number): LineEvent {
  const event = { kind: 'conflict', depth, line: 'dead-end' } as const;
  if (item < 81) return { ...event, cell: item, digit: 0 };
  return { ...event, cell: null, digit: ((item - 81) % 9) + 1, house: houseName(Math.floor((item - 81) / 9)) };
}

/** The rings. `item[node]` is the head of a node's ring; `size[item]` is the number of options in it. */
class DancingLinks {
  readonly up = Array.from({ length: ROOT + 1 + 4 * 729 }, (_, node) => node);
  readonly down = [...this.up];
  readonly item = [...this.up];
  readonly left = Array.from({ length: ROOT + 1 }, (_, item) => (item + ROOT) % (ROOT + 1));
  readonly right = Array.from({ length: ROOT + 1 }, (_, item) => (item + 1) % (ROOT + 1));
  readonly size = new Array<number>(ROOT + 1).fill(0);

  constructor() {
    for (const cell of CELLS)
      for (const digit of DIGITS)
        [cell, ...HOUSES_OF[cell]!.map((house) => 81 + 9 * house + digit - 1)].forEach((item, place) =>
          this.append(nodeOf(cell, digit) + place, item),
        );
  }

  /** Return the first uncovered item with the fewest options, or the root if all are covered. */
  smallestItem(): number {
    let [best, fewest] = [ROOT, 10];
    for (let item = this.right[ROOT]!; item !== ROOT && fewest > 1; item = this.right[item]!)
      if (this.size[item]! < fewest) [best, fewest] = [item, this.size[item]!];
    return best;
  }

  /** Choose an option: cover its four items. */
  choose(node: number): void {
    for (const each of sameOption(node)) this.cover(this.item[each]!);
  }

  /** Undo `choose`: uncover the items in reverse order. */
  undo(node: number): void {
    for (const each of sameOption(node).reverse()) this.uncover(this.item[each]!);
  }

  private append(node: number, item: number): void {
    const above = this.up[item]!;
    [this.up[node], this.down[node], this.item[node]] = [above, item, item];
    this.down[above] = this.up[item] = node;
    this.size[item]!++;
  }

  private cover(item: number): void {
    const [left, right] = [this.left[item]!, this.right[item]!];
    [this.right[left], this.left[right]] = [right, left];
    for (let node = this.down[item]!; node !== item; node = this.down[node]!)
      for (const other of sameOption(node)) {
        if (other === node) continue;
        const [above, below] = [this.up[other]!, this.down[other]!];
        [this.down[above], this.up[below]] = [below, above];
        this.size[this.item[other]!]!--;
      }
  }

  private uncover(item: number): void {
    for (let node = this.up[item]!; node !== item; node = this.up[node]!)
      for (const other of sameOption(node).reverse()) {
        if (other === node) continue;
        this.size[this.item[other]!]!++;
        this.down[this.up[other]!] = this.up[this.down[other]!] = other;
      }
    this.right[this.left[item]!] = this.left[this.right[item]!] = item;
  }
}

function sameOption(node: number): number[] {
  const first = node - ((node - ROOT - 1) % 4);
  return [first, first + 1, first + 2, first + 3];
}
