/**
 * Puzzles of a difficulty without a server: random images of graded puzzles. Turning a puzzle, renaming its digits and
 * shuffling rows and columns within bands and stacks keep its clue count, its solution unique and what it demands.
 */

import { CELLS } from '../shared/core/geometry';
import { readGrid } from '../shared/core/grid-text';
import type { Difficulty } from '../shared/core/levels';
import { shuffle } from '../shared/core/random';

/** Return a random image of a graded puzzle of a difficulty. */
export async function gradedPuzzle(difficulty: Difficulty, random: () => number = Math.random): Promise<number[]> {
  const { default: lines } = await import('virtual:graded');
  const all = lines[difficulty];
  return imageOf(readGrid(all[Math.floor(random() * all.length)]!), random);
}

/** Return a random image of a grid under the symmetries of Sudoku. */
export function imageOf(grid: readonly number[], random: () => number): number[] {
  const rows = shuffleLines(random);
  const columns = shuffleLines(random);
  const names = [0, ...shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9], random)];
  const turned = random() < 0.5;
  return CELLS.map((cell) => {
    const [row, column] = [rows[Math.floor(cell / 9)]!, columns[cell % 9]!];
    return names[grid[turned ? 9 * column + row : 9 * row + column]!]!;
  });
}

/** Return the nine lines with the bands and the lines of each band in random order. */
const shuffleLines = (random: () => number): number[] =>
  shuffle([0, 1, 2], random).flatMap((band) => shuffle([0, 1, 2], random).map((line) => 3 * band + line));
