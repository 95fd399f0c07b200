/** Worker that generates puzzles off the main thread. */

import { generate, type Difficulty, type Generated } from './generate';
import { Kernel } from './kernel';

export interface Job {
  id: number;
  difficulty: Difficulty;
  url: string;
}

/** The outcome of a job: a puzzle, or null if it failed. */
export interface Done {
  id: number;
  result: Generated | null;
}

let kernel: Promise<Kernel> | undefined;

self.onmessage = async ({ data: { id, difficulty, url } }: MessageEvent<Job>) => {
  self.postMessage({ id, result: await make(difficulty, url) } satisfies Done);
};

// Errors are caught here, because the page does not see a rejected promise of a worker and would wait forever.
async function make(difficulty: Difficulty, url: string): Promise<Generated | null> {
  try {
    kernel ??= Kernel.load(url);
    return generate(await kernel, difficulty);
  } catch {
    kernel = undefined; // the next job tries to load again
    return null;
  }
}
