/** The server of the single file: there is none, so every request fails at once and nothing is sent. */

export class ApiError extends Error {
  readonly status = 0;
  readonly problem = {};
  readonly isBusy = false;
  readonly isFinal = false;
}

const refuse = (): Promise<never> => Promise.reject(new TypeError('there is no server'));

export const api = { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
export const answer = <Data>(call: Promise<{ data?: Data }>): Promise<Data> => call.then(({ data }) => data as Data);
export const withTimeout = (): undefined => undefined;
export const withoutTimeout = undefined;
