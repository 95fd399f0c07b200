/** Generates puzzles in the page: fills a random grid, then empties cells one by one while the solution stays unique. */

import { CELLS } from '../shared/core/geometry';
import { candidatesOf } from '../shared/core/rules';
import { listOf } from '../shared/core/digits';
import type { Kernel } from './kernel';

/** The clue bands of easy, medium and hard. */
export const BANDS = { easy: [38, 45], medium: [28, 37], hard: [22, 27] } as const;
export type Difficulty = keyof typeof BANDS;

export interface Generated {
  puzzle: number[];
  solution: number[];
}

/** Generate a puzzle with exactly one solution and a clue count inside the band. */
export function generate(kernel: Kernel, difficulty: Difficulty, random: () => number = Math.random): Generated {
  const [fewest, most] = BANDS[difficulty];
  for (;;) {
    const solution = finalGrid(kernel, random);
    const goal = fewest + Math.floor(random() * (most - fewest + 1));
    const puzzle = dig(kernel, solution, goal, random);
    if (clueCount(puzzle) <= most) return { puzzle, solution };
  }
}

/** Return the number of filled cells. */
export const clueCount = (digits: readonly number[]): number => digits.filter(Boolean).length;

/** Return the band of a clue count. */
export const difficultyOf = (clues: number): Difficulty => (clues >= 38 ? 'easy' : clues >= 28 ? 'medium' : 'hard');

/** Generate a full grid: each cell, in random order, takes a random digit that still leaves a solution. */
export function finalGrid(kernel: Kernel, random: () => number): number[] {
  const grid = CELLS.map(() => 0);
  for (const cell of shuffle(CELLS, random)) {
    const fitting = shuffle(listOf(candidatesOf(grid, cell)), random);
    grid[cell] = fitting.find((digit) => kernel.solve(grid.with(cell, digit), 1).count === 1) ?? 0;
    const { count, solution } = kernel.solve(grid, 2);
    if (count === 1) return solution!;
  }
  return grid;
}

/** Empty cells in random order down to `goal` clues, as far as the solution stays unique. */
export function dig(kernel: Kernel, solution: readonly number[], goal: number, random: () => number): number[] {
  const puzzle = [...solution];
  let clues = puzzle.length;
  for (const cell of shuffle(CELLS, random)) {
    if (clues === goal) break;
    if (kernel.solve(puzzle.with(cell, 0), 2).count !== 1) continue;
    puzzle[cell] = 0;
    clues--;
  }
  return puzzle;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
