/** The algorithms and methods the lab can show, requested once. */

import { answer, api } from '../../api/client';

/** Cache the first answer; after a failure the next call retries. */
function once<T>(request: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= request().catch((error: unknown) => ((pending = undefined), Promise.reject(error))));
}

export const algorithms = once(() => answer(api.GET('/algorithms')));
export const methods = once(() => answer(api.GET('/methods')));
