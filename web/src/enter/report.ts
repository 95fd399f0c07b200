/** How many solutions a typed grid has, and why it has none. */

import { CELLS, type Cell } from '../shared/core/geometry';
import { clashes, type Clash } from '../shared/core/rules';
import type { Kernel } from '../kernel/kernel';

export type Report =
  | { kind: 'empty' }
  | { kind: 'clash'; clash: Clash }
  | { kind: 'none'; clues: Cell[] }
  | { kind: 'one'; solution: number[] }
  | { kind: 'several'; solutions: [number[], number[]]; differ: Cell[] };

export function report(kernel: Kernel, digits: readonly number[]): Report {
  if (digits.every((digit) => !digit)) return { kind: 'empty' };
  const clash = clashes(digits)[0];
  if (clash) return { kind: 'clash', clash };
  const { count, solution } = kernel.solve(digits, 2);
  if (count === 0) return { kind: 'none', clues: conflictingClues(kernel, digits) };
  if (count === 1) return { kind: 'one', solution: solution! };
  const [first, second] = kernel.first(digits, 2) as [number[], number[]];
  return { kind: 'several', solutions: [first, second], differ: CELLS.filter((cell) => first[cell] !== second[cell]) };
}

/** A minimal set of clues without a common solution. */
export function conflictingClues(kernel: Kernel, digits: readonly number[]): Cell[] {
  const remaining = [...digits];
  for (const cell of CELLS) {
    if (remaining[cell] && kernel.solve(remaining.with(cell, 0), 1).count === 0) remaining[cell] = 0;
  }
  return CELLS.filter((cell) => remaining[cell]);
}
