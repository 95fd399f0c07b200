import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Client from '../src/api/client';

let client: typeof Client;

beforeEach(async () => {
  vi.resetModules(); // the module remembers whether the visitor is registered
  client = await import('../src/api/client');
});

afterEach(() => vi.unstubAllGlobals());

const stubFetch = (reply: (request: Request) => Promise<Response>) => {
  const stub = vi.fn(reply);
  vi.stubGlobal('fetch', stub);
  return stub;
};

const requested = (stub: ReturnType<typeof stubFetch>): string[] =>
  stub.mock.calls.map(([request]) => `${request.method} ${new URL(request.url).pathname}`);

test('requests that register a player wait for the first of them; other requests do not', async () => {
  const pending: (() => void)[] = [];
  const stub = stubFetch(() => new Promise((resolve) => pending.push(() => resolve(Response.json({})))));
  const offer = client.api.POST('/puzzles/offers', { body: { difficulty: 'easy' } });
  const game = client.api.POST('/games', { body: {} });
  const techniques = client.api.GET('/techniques');
  await vi.waitFor(() => expect(stub).toHaveBeenCalledTimes(2));
  expect(requested(stub).sort()).toEqual(['GET /api/v1/techniques', 'POST /api/v1/puzzles/offers']);
  pending.forEach((reply) => reply());
  await Promise.all([offer, techniques]);
  await vi.waitFor(() => expect(stub).toHaveBeenCalledTimes(3));
  pending.at(-1)!();
  await game;
  void client.api.POST('/games', { body: {} });
  void client.api.POST('/player');
  await vi.waitFor(() => expect(stub).toHaveBeenCalledTimes(5));
});

test('a failed registration lets the next request try again', async () => {
  stubFetch(() => Promise.reject(new TypeError('network')));
  await expect(client.api.POST('/player')).rejects.toThrow(TypeError);
  stubFetch(() => Promise.resolve(Response.json({ id: 'p' })));
  expect(await client.answer(client.api.POST('/player'))).toEqual({ id: 'p' });
});

test('an error answer throws with its status and body', async () => {
  const problem = { code: 'busy', message: 'Too many requests.', detail: {} };
  stubFetch(() => Promise.resolve(Response.json(problem, { status: 429 })));
  const error = await client.api.GET('/techniques').catch((error: unknown) => error);
  expect(error).toBeInstanceOf(client.ApiError);
  expect(error).toMatchObject({ status: 429, problem, message: 'Too many requests.', isBusy: true, isFinal: false });
});

test('an error answer that is not JSON still throws', async () => {
  stubFetch(() => Promise.resolve(new Response('<html>', { status: 404 })));
  const error = await client.api.GET('/techniques').catch((error: unknown) => error);
  expect(error).toMatchObject({ status: 404, problem: {}, isBusy: false, isFinal: true });
});
