/** The solution path of a puzzle, from the server: each step in words and on the board. */

import type { RatingOut, StepOut } from '../../api/schema';
import { cellView, type CellView } from '../../board/view';
import type { DigitSet } from '../../shared/core/digits';
import { CELLS, PEERS } from '../../shared/core/geometry';
import { candidatesOf } from '../../shared/core/rules';
import { writeLine } from '../../shared/core/grid-text';
import { parseCandidate } from '../../game/move';
import { answer, api, withTimeout } from '../../api/client';
import type { Language } from '../../app/settings.svelte';
import { drawStep, type Drawing } from '../session/hint';

export interface PathStep {
  step: StepOut;
  sentence: string;
  /** The position before the step. */
  digits: readonly number[];
  candidates: readonly DigitSet[];
}

export interface Path {
  rating: RatingOut;
  steps: PathStep[];
}

/** A part of the path in the list: a run of singles, or one other step. */
export interface Stretch {
  /** The number of its first step. */
  first: number;
  steps: PathStep[];
  /** Whether a player is likely to get stuck here: no single was left. */
  turning: boolean;
}

const SINGLES = new Set(['full-house', 'hidden-single', 'naked-single']);

/** Group runs of singles, so that the turning points stand out. */
export function stretches({ steps, rating }: Path): Stretch[] {
  const turning = new Set(rating.turning_points ?? []);
  const parts: Stretch[] = [];
  steps.forEach((step, index) => {
    const last = parts.at(-1);
    const single = SINGLES.has(step.step.technique);
    if (single && last && SINGLES.has(last.steps[0]!.step.technique)) last.steps.push(step);
    else parts.push({ first: index, steps: [step], turning: turning.has(index) });
  });
  return parts;
}

/** Request the path; throws if the server cannot be reached or has none. */
export async function askPath(puzzle: readonly number[], language: Language): Promise<Path> {
  const rating = await answer(
    api.POST('/rate', { body: { puzzle: writeLine(puzzle), language }, fetch: withTimeout(30_000) }),
  );
  if (!('path' in rating)) throw new Error('no path'); // only other profiles have none
  return { rating, steps: walk(puzzle, rating) };
}

/** Pair the steps with the positions before them. */
export function walk(
  puzzle: readonly number[],
  { path, sentences }: Pick<RatingOut, 'path' | 'sentences'>,
): PathStep[] {
  const digits = [...puzzle];
  const candidates = CELLS.map((cell) => (digits[cell] ? 0 : candidatesOf(digits, cell)));
  return path.map((step, index) => {
    const entry = { step, sentence: sentences[index]!, digits: [...digits], candidates: [...candidates] };
    for (const { cell, digit } of step.removes.map(parseCandidate)) candidates[cell]! &= ~(1 << digit);
    for (const { cell, digit } of step.places.map(parseCandidate)) {
      digits[cell] = digit;
      candidates[cell] = 0;
      for (const peer of PEERS[cell]!) candidates[peer]! &= ~(1 << digit);
    }
    return entry;
  });
}

/** Return the board with a step drawn on it. */
export function stepCells({ step, digits, candidates }: PathStep, puzzle: readonly number[]): CellView[] {
  const drawing = drawingOfStep(step);
  return CELLS.map((cell) =>
    cellView({
      digit: digits[cell]!,
      given: puzzle[cell] !== 0,
      centre: candidates[cell]!,
      struck: drawing.struck[cell] ?? 0,
      ringed: drawing.ringed[cell] ?? 0,
      tones: drawing.causes.has(cell) ? ['cause'] : drawing.blockers.has(cell) ? ['same'] : [],
    }),
  );
}

/** Return the marks for a step. */
export const drawingOfStep = (step: StepOut): Drawing => drawStep(step, patternCells(step));

// Roles that hold digits, or cells that only explain, are not part of the pattern.
const OUTSIDE = new Set(['digits', 'blockers']);

function patternCells({ roles, places }: StepOut): string[] {
  const inside = Object.entries(roles).flatMap(([role, names]) => (OUTSIDE.has(role) ? [] : names));
  return [...inside, ...places].flatMap((name) => name.match(/r[1-9]c[1-9]$/) ?? []);
}
