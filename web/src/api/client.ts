/** Typed access to the server. The app also works without it, so callers handle failure; none is fatal. */

import createClient from 'openapi-fetch';
import { load, save } from '../shared/storage';
import type { paths, Problem } from './schema';

/** The server answered with an error. A server that does not answer makes `fetch` throw a TypeError or a timeout instead. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The body of the answer; empty if it was not the API that answered. */
    readonly problem: Partial<Problem>,
  ) {
    super(problem.message ?? `HTTP ${status}`);
  }

  /** Overloaded or rate-limited: a later attempt may succeed. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 503;
  }

  /** The same request would be rejected again. */
  get isFinal(): boolean {
    return this.status < 500 && this.status !== 429;
  }
}

type Fetch = (request: Request) => Promise<Response>;

const TIMEOUT = 8000; // milliseconds

/** A fetch that gives up after `milliseconds`; pass it to a request that takes longer than most. */
export const withTimeout =
  (milliseconds: number): Fetch =>
  (request) =>
    send(request, AbortSignal.timeout(milliseconds));

/** A fetch without a time limit, for answers that are streamed. */
export const withoutTimeout: Fetch = (request) => send(request, request.signal);

const base = `${typeof location === 'undefined' ? 'http://localhost' : location.origin}/api/v1`;

export const api = createClient<paths>({ baseUrl: base, fetch: withTimeout(TIMEOUT) });

api.use({
  async onResponse({ response }) {
    if (!response.ok)
      throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>);
  },
});

/** The body of a successful answer. Throws ApiError for an error, TypeError or a timeout if there is no answer. */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  return (await call).data as Data;
}

/** Requests that register a new visitor as a player. */
const REGISTERING = [
  'POST /games',
  'POST /puzzles/offers',
  'POST /player',
  'POST /player/restore',
  'POST /learn/records',
];
let registered = load('met', false);
let last: Promise<unknown> = Promise.resolve();

function send(request: Request, signal: AbortSignal): Promise<Response> {
  const name = `${request.method} ${request.url.slice(base.length)}`;
  const run = () => fetch(new Request(request, { signal }));
  return registered || !REGISTERING.includes(name) ? run() : register(run);
}

// One at a time: two first requests at once would register two players, and each would own half of the games.
function register(run: () => Promise<Response>): Promise<Response> {
  const mine = last.then(run);
  last = mine.then(
    (response) => {
      if (response.ok) save('met', (registered = true));
    },
    () => {},
  );
  return mine;
}
