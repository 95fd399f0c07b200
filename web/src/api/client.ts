/** The server, asked over HTTP. The app plays without it; what fails here is told, never fatal. */

import { load, save } from '../shared/storage';

/** The server answered, and said no. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Record<string, unknown>,
  ) {
    super(String(problem.message ?? status));
  }

  /** Too much to do, or asked too often: later it may say yes. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 503;
  }
}

const PATIENCE = 8000; // milliseconds until a silent server counts as away

/** What makes a player of a visitor. */
const MEETINGS = ['POST games', 'POST puzzles/offers', 'POST player', 'POST player/restore'];
let met = load('met', false);
let turn: Promise<unknown> = Promise.resolve();

/** Asks the API; throws Refused for an error, TypeError or a timeout if the server is away. */
export function ask<Answer>(method: string, path: string, body?: unknown, patience = PATIENCE): Promise<Answer> {
  const deed = () => request<Answer>(method, path, body, patience);
  return met || !MEETINGS.includes(`${method} ${path}`) ? deed() : meet(deed);
}

// One after the other: two first requests at once would make two players, and the games of one would be lost to the other.
function meet<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  const mine = turn.then(deed);
  turn = mine.then(
    () => save('met', (met = true)),
    () => {},
  );
  return mine;
}

async function request<Answer>(method: string, path: string, body: unknown, patience: number): Promise<Answer> {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
