/** The page's access to the kernel: single puzzles directly, long work in a worker. */

import { generate, type Difficulty, type Generated } from './generate';
import { Kernel } from './kernel';
import type { Done, Job } from './worker';

const url = new URL(`${import.meta.env.BASE_URL}shudu.wasm`, document.baseURI).href;

let loading: Promise<Kernel> | undefined;
let worker: Worker | undefined;
let jobs = 0;

/** Return the page's kernel, loaded once; a failed load is retried. */
export function engine(): Promise<Kernel> {
  return (loading ??= Kernel.load(url).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** Generate a puzzle in a worker, or here if workers are unavailable. */
export async function makePuzzle(difficulty: Difficulty): Promise<Generated> {
  if (typeof Worker === 'undefined') return generate(await engine(), difficulty);
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const port = worker;
  const id = ++jobs;
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent<Done>): void => {
      if (data.id !== id) return;
      forget();
      if (data.result) resolve(data.result);
      else reject(new Error('no puzzle was made'));
    };
    const fail = (): void => {
      forget();
      if (worker === port) worker = undefined; // a worker whose script failed to load never answers
      reject(new Error('the worker failed'));
    };
    const forget = (): void => {
      port.removeEventListener('message', hear);
      port.removeEventListener('error', fail);
    };
    port.addEventListener('message', hear);
    port.addEventListener('error', fail);
    port.postMessage({ id, difficulty, url } satisfies Job);
  });
}
