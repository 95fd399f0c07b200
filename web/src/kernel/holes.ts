/** How many holes are safe: the share of blindly dug puzzles with several solutions, for each number of clues kept. */

import { CELLS } from '../shared/core/geometry';
import { randomFrom, shuffle } from '../shared/core/random';
import { diggerOf } from './generate';
import type { Kernel } from './kernel';

export interface HoleStudy {
  grids: number;
  clues: number[];
  seed: number;
}

export interface HoleCount {
  clues: number;
  puzzles: number;
  several: number;
}

/** Cover the cells of each grid in one random order, and count ambiguous puzzles at each number of clues. */
export function studyHoles(kernel: Kernel, { grids, clues, seed }: HoleStudy): HoleCount[] {
  const random = randomFrom(seed);
  const digger = diggerOf(kernel);
  const samples = Array.from({ length: grids }, (_, index) => ({
    grid: digger.grid(BigInt(seed), index),
    order: shuffle(CELLS, random),
  }));
  return clues.map((kept) => {
    const puzzles = samples.map(({ grid, order }) => {
      const puzzle = [...grid];
      for (const cell of order.slice(kept)) puzzle[cell] = 0;
      return puzzle;
    });
    return { clues: kept, puzzles: grids, several: kernel.countAmbiguous(puzzles) };
  });
}
