/** The server, asked over HTTP. The app plays without it; what fails here is told, never fatal. */

/** The server answered, and said no. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Record<string, unknown>,
  ) {
    super(String(problem.message ?? status));
  }
}

const PATIENCE = 8000; // milliseconds until a silent server counts as away

/** Asks the API; throws Refused for an error, TypeError or a timeout if the server is away. */
export async function ask<Answer>(method: string, path: string, body?: unknown, patience = PATIENCE): Promise<Answer> {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
