/** The facts about a grid: its number, canonical form and automorphisms. */

import { apply, compose, inverse, type Symmetry } from '../../shared/core/symmetry';
import { clashes, isFull } from '../../shared/core/rules';
import type { Kernel } from '../../kernel/kernel';
import type { Numbers } from '../../kernel/numbers';

/** A final grid, or a puzzle with one solution. */
export interface Found {
  kind: 'grid' | 'puzzle';
  /** Of the grid, or of the puzzle's solution. */
  number: bigint;
  /** The smallest of all images, read row by row. */
  form: number[];
  /** A symmetry that leads to it. */
  way: Symmetry;
  /** The symmetries that change nothing; the first is the identity. */
  automorphisms: Symmetry[];
}

export type Study = Found | { kind: 'empty' | 'clash' | 'none' | 'several' };

/** Studies a grid with or without empty cells. */
export function study(kernel: Kernel, numbers: Numbers, digits: readonly number[]): Study {
  if (!digits.some(Boolean)) return { kind: 'empty' };
  if (clashes(digits).length) return { kind: 'clash' };
  const { count, solution } = isFull(digits) ? { count: 1, solution: [...digits] } : kernel.solve(digits);
  if (count !== 1) return { kind: count ? 'several' : 'none' };
  const ways = numbers.ways(solution!);
  const back = inverse(ways[0]!);
  const images = ways.map((way) => apply(way, digits));
  const best = images.reduce((least, image, index) => (compare(image, images[least]!) < 0 ? index : least), 0);
  return {
    kind: isFull(digits) ? 'grid' : 'puzzle',
    number: numbers.rank(solution!),
    form: images[best]!,
    way: ways[best]!,
    automorphisms: ways.map((way) => compose(way, back)).filter((found) => compare(apply(found, digits), digits) === 0),
  };
}

/** Which of two grids comes first, read row by row; an empty cell comes before all digits. */
function compare(one: readonly number[], other: readonly number[]): number {
  const cell = one.findIndex((digit, index) => digit !== other[index]);
  return cell < 0 ? 0 : one[cell]! - other[cell]!;
}
