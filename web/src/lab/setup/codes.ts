/** What can be watched, asked of the server once. */

import type { AlgorithmOut, MethodOut } from '../../api/schema';
import { ask } from '../../api/client';

function once<T>(path: string): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask<T>('GET', path).catch((error: unknown) => ((asked = undefined), Promise.reject(error))));
}

export const algorithms = once<AlgorithmOut[]>('algorithms');
export const methods = once<MethodOut[]>('methods');
