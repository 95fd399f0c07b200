/** Where the kernel comes from: a file beside the page, which a worker can load too. */

import { Kernel } from './kernel';
import type { Done, Job } from './worker';
import type { Work, WorkResult } from './work';

const url = (): string => new URL(`${import.meta.env.BASE_URL}shudu.wasm`, document.baseURI).href;

export const loadKernel = (): Promise<Kernel> => Kernel.load(url());

let worker: Worker | undefined;
let jobs = 0;

/** Do a job in a worker; null where there are no workers. */
export function delegate(work: Work): Promise<WorkResult> | null {
  if (typeof Worker === 'undefined') return null;
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const port = worker;
  const id = ++jobs;
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent<Done>): void => {
      if (data.id !== id) return;
      forget();
      if (data.result) resolve(data.result);
      else reject(new Error('the job failed'));
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
    port.postMessage({ id, url: url(), work } satisfies Job);
  });
}
