/** How many iterations searches need: several algorithms on the same puzzles, counted in bins that double. */

import { answer, api } from '../../api/client';
import { writeLine } from '../../shared/core/grid-text';
import { SEARCHES } from '../local/searches';

/** The number of iterations at which a search in the page is given up. */
export const MOST_ITERATIONS = 2 ** 20;
const SLICE = 12; // milliseconds of searching before the page may respond

/** The iterations for each puzzle; null where a limit was reached. */
export type Counts = (number | null)[];

/** Count the iterations of an algorithm up to the first solution of each puzzle: in the page, or else on the server. */
export const countIterations = (id: string, puzzles: readonly number[][], isWanted: () => boolean): Promise<Counts> =>
  SEARCHES[id] ? countHere(id, puzzles, isWanted) : countThere(id, puzzles);

async function countHere(id: string, puzzles: readonly number[][], isWanted: () => boolean): Promise<Counts> {
  const { run, rounds } = SEARCHES[id]!;
  const counts: Counts = [];
  let began = performance.now();
  for (const puzzle of puzzles) {
    let [iterations, isSolved] = [0, false];
    for (const { kind } of run(puzzle, 0)) {
      isSolved = kind === 'solution';
      if (isSolved || iterations >= MOST_ITERATIONS) break;
      if (!rounds.includes(kind) || ++iterations % 1024 || performance.now() - began < SLICE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return counts;
      began = performance.now();
    }
    counts.push(isSolved ? iterations : null);
  }
  return counts;
}

/** The server counts as many as its time allows, so ask again for the rest. */
async function countThere(by: string, puzzles: readonly number[][]): Promise<Counts> {
  const counts: Counts = [];
  while (counts.length < puzzles.length) {
    const body = { by, puzzles: puzzles.slice(counts.length).map(writeLine), seed: 0 };
    const { iterations } = await answer(api.POST('/iterations', { body }));
    counts.push(...iterations);
    if (!iterations.length) break;
  }
  return counts;
}

/** Return the bin of a count: 0 for 0 and 1, 1 for 2–3, 2 for 4–7, and so on. */
export const binOf = (iterations: number): number => Math.floor(Math.log2(Math.max(1, iterations)));

/** Return the middle of some counts; those that reached a limit are larger than any other. */
export function median(counts: Counts): number | null {
  const sorted = [...counts].sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  return sorted[sorted.length >> 1] ?? null;
}
