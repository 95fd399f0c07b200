/** The page's access to the kernel: single puzzles directly, long work in a worker where there is one. */

import type { Difficulty } from '../shared/core/levels';
import type { Generated, ClueRange } from './generate';
import { gradedPuzzle } from './graded';
import type { HoleCount, HoleStudy } from './holes';
import type { Kernel } from './kernel';
import { delegate, loadKernel } from './source';
import { perform, type Work, type WorkResult } from './work';

let loading: Promise<Kernel> | undefined;

/** Return the page's kernel, loaded once; a failed load is retried. */
export function engine(): Promise<Kernel> {
  return (loading ??= loadKernel().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

const run = async (work: Work): Promise<WorkResult> => (await delegate(work)) ?? perform(await engine(), work);

/** Return a puzzle of a difficulty, an image of a graded one; or generate one with a number of clues. */
export async function makePuzzle(wanted: Difficulty | ClueRange, seed?: number): Promise<Generated> {
  if (typeof wanted !== 'string')
    return (await run({ make: wanted, ...(seed === undefined ? {} : { seed }) })) as Generated;
  const puzzle = await gradedPuzzle(wanted);
  return { puzzle, solution: (await engine()).solve(puzzle, 1).solution! };
}

/** Count how many blindly dug puzzles have several solutions. */
export const countHoles = (study: HoleStudy): Promise<HoleCount[]> => run({ study }) as Promise<HoleCount[]>;
