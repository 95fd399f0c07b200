/** The real kernel, loaded in Node. */

import { readFileSync } from 'node:fs';
import { Kernel, type KernelExports } from '../src/kernel/kernel';

export async function kernel(): Promise<Kernel> {
  const bytes = readFileSync('public/shudu.wasm');
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Kernel(instance.exports as unknown as KernelExports);
}

/** A seeded random number generator. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const PUZZLE = '9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9';
