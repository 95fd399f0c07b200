/** The facts about a grid: its number, canonical form and automorphisms. */

import { apply, compose, inverse, type Symmetry } from '../../shared/core/symmetry';
import { clashes, isFull } from '../../shared/core/rules';
import type { Kernel } from '../../kernel/kernel';
import type { Numbers } from '../../kernel/numbers';

/** A final grid, or a puzzle with one solution. */
export interface GridFacts {
  kind: 'grid' | 'puzzle';
  /** The number of the grid, or of the puzzle's solution. */
  number: bigint;
  /** The smallest of all images, compared row by row. */
  form: number[];
  /** A symmetry that maps the grid to its canonical form. */
  symmetry: Symmetry;
  /** The automorphisms; the first is the identity. */
  automorphisms: Symmetry[];
}

export type Study = GridFacts | { kind: 'empty' | 'clash' | 'none' | 'several' };

/** Compute the facts about a grid with or without empty cells. */
export function study(kernel: Kernel, numbers: Numbers, digits: readonly number[]): Study {
  if (!digits.some(Boolean)) return { kind: 'empty' };
  if (clashes(digits).length) return { kind: 'clash' };
  const { count, solution } = isFull(digits) ? { count: 1, solution: [...digits] } : kernel.solve(digits);
  if (count !== 1) return { kind: count ? 'several' : 'none' };
  const symmetries = numbers.formSymmetries(solution!);
  const back = inverse(symmetries[0]!);
  const images = symmetries.map((symmetry) => apply(symmetry, digits));
  const best = images.reduce((least, image, index) => (compare(image, images[least]!) < 0 ? index : least), 0);
  return {
    kind: isFull(digits) ? 'grid' : 'puzzle',
    number: numbers.rank(solution!),
    form: images[best]!,
    symmetry: symmetries[best]!,
    automorphisms: symmetries
      .map((symmetry) => compose(symmetry, back))
      .filter((automorphism) => compare(apply(automorphism, digits), digits) === 0),
  };
}

/** Compare two grids row by row; an empty cell sorts before all digits. */
function compare(one: readonly number[], other: readonly number[]): number {
  const cell = one.findIndex((digit, index) => digit !== other[index]);
  return cell < 0 ? 0 : one[cell]! - other[cell]!;
}
