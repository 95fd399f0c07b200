/** The kernel as the page sees it: one puzzle at once, long work in a worker. */

import { generate, type Difficulty, type Generated } from './generate';
import { Kernel } from './kernel';

const url = new URL(`${import.meta.env.BASE_URL}shudu.wasm`, document.baseURI).href;

let loading: Promise<Kernel> | undefined;
let worker: Worker | undefined;
let jobs = 0;

/** The kernel of this page; loaded once. */
export function engine(): Promise<Kernel> {
  return (loading ??= Kernel.load(url));
}

/** Makes a puzzle in a worker, or here where there is none. */
export async function makePuzzle(difficulty: Difficulty): Promise<Generated> {
  if (typeof Worker === 'undefined') return generate(await engine(), difficulty);
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { port, id } = { port: worker, id: ++jobs };
  return new Promise((resolve, reject) => {
    const done = ({ data }: MessageEvent<{ id: number; made: Generated }>) => {
      if (data.id !== id) return;
      port.removeEventListener('message', done);
      resolve(data.made);
    };
    port.addEventListener('message', done);
    port.addEventListener('error', () => reject(new Error('the worker failed')), { once: true });
    port.postMessage({ id, difficulty, url });
  });
}
