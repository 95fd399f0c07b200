/** Worker that does long jobs off the main thread. */

import { Kernel } from './kernel';
import { perform, type Work, type WorkResult } from './work';

export interface Job {
  id: number;
  url: string;
  work: Work;
}

/** The outcome of a job: null if it failed. */
export interface Done {
  id: number;
  result: WorkResult | null;
}

let kernel: Promise<Kernel> | undefined;

self.onmessage = async ({ data: { id, url, work } }: MessageEvent<Job>) => {
  self.postMessage({ id, result: await answer(url, work) } satisfies Done);
};

// Errors are caught here, because the page does not see a rejected promise of a worker and would wait forever.
async function answer(url: string, work: Work): Promise<WorkResult | null> {
  try {
    kernel ??= Kernel.load(url);
    return perform(await kernel, work);
  } catch {
    kernel = undefined; // the next job tries to load again
    return null;
  }
}
