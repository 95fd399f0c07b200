/** The algorithms and methods the lab can show. Their texts are in the page; the server says which algorithms it has. */

import codes, { type Code } from 'virtual:codes';
import { answer, api } from '../../api/client';
import { SEARCHES } from '../local/searches';

export type { Code };

export interface Method extends Code {
  makes: 'grid' | 'puzzle';
}

/** Whether a method digs holes. */
export const isDigging = (id: string | undefined): boolean => id === 'dig' || id === 'dig-blind';

/** Whether a method writes a grid without trying anything. */
export const isWritten = (id: string): boolean => ['template', 'uniform', 'graded', 'graded-puzzle'].includes(id);

export const METHODS: readonly Method[] = [
  ...codes.grids.map((code) => ({ ...code, makes: 'grid' as const })),
  ...codes.puzzles.map((code) => ({ ...code, makes: 'puzzle' as const })),
];

/** Return the algorithms that can run now: those of the server, or those of the page. */
export async function algorithms(): Promise<Code[]> {
  const names = await (known ??= answer(api.GET('/algorithms')).then((all) => all.map(({ id }) => id))).catch(() => {
    known = undefined;
    return Object.keys(SEARCHES);
  });
  return codes.search.filter(({ id }) => names.includes(id));
}

let known: Promise<string[]> | undefined;
