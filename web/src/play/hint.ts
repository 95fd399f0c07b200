/** The next logical step, asked of the server, and how it is drawn. */

import type { LinkView } from '../board/view';
import { writeLine } from '../core/text';
import { listOf, type DigitSet } from '../core/digits';
import { CELLS, cellName, type Cell, type Digit } from '../core/geometry';
import type { Board } from '../game/board';
import type { Language } from '../settings.svelte';

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** Five sentences from "where" to "what", and the step itself. With a mistake on the board there is only that. */
export interface Hint {
  mistakes: Cell[];
  levels: string[];
  causes: Cell[];
  ringed: { cell: Cell; digit: Digit }[];
  struck: { cell: Cell; digit: Digit }[];
  links: LinkView[];
  /** The moves that apply the step. */
  moves: string[];
}

/** What a hint adds to the board. */
export interface Drawing {
  causes: ReadonlySet<Cell>;
  ringed: Readonly<Record<Cell, DigitSet>>;
  struck: Readonly<Record<Cell, DigitSet>>;
  links: readonly LinkView[];
}

/** What may be drawn at a level: the cells from the third on, the whole step from the fourth. */
export function drawingOf(hint: Hint, level: number): Drawing | null {
  if (hint.mistakes.length) return { causes: new Set(hint.mistakes), ringed: {}, struck: {}, links: [] };
  if (level < 3) return null;
  const causes = new Set(hint.causes);
  if (level < 4) return { causes, ringed: {}, struck: {}, links: [] };
  return { causes, ringed: sets(hint.ringed), struck: sets(hint.struck), links: hint.links };
}

function sets(candidates: readonly { cell: Cell; digit: Digit }[]): Record<Cell, DigitSet> {
  const found: Record<Cell, DigitSet> = {};
  for (const { cell, digit } of candidates) found[cell] = (found[cell] ?? 0) | (1 << digit);
  return found;
}

/** Asks the server; throws if it is away or answers with an error. */
export async function askHint(board: Board, puzzle: readonly number[], language: Language): Promise<Hint> {
  const crossed = Object.fromEntries(
    CELLS.filter((cell) => board.crossed[cell]).map((cell) => [cellName(cell), listOf(board.crossed[cell]!).join('')]),
  );
  const response = await fetch('/api/v1/hint', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ puzzle: writeLine(puzzle), digits: writeLine(board.digits), crossed, language }),
  });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as Hint;
}
