/** The next logical step from the server, in words and as a drawing. */

import type { StepHint, StepOut } from '../../api/schema';
import type { LinkView } from '../../board/view';
import { writeLine } from '../../shared/core/grid-text';
import { listOf, type DigitSet } from '../../shared/core/digits';
import { CELLS, cellName, type Cell } from '../../shared/core/geometry';
import type { Board } from '../../game/board';
import { parseCandidate, parseCell, type Candidate } from '../../game/move';
import { t } from '../../app/i18n';
import { houseWords, techniqueName } from '../../app/i18n/names';
import { answer, api } from '../../api/client';
import { settings } from '../../app/settings.svelte';

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** The marks a hint adds to the board. */
export interface Drawing {
  causes: ReadonlySet<Cell>;
  ringed: Readonly<Record<Cell, DigitSet>>;
  struck: Readonly<Record<Cell, DigitSet>>;
  links: readonly LinkView[];
}

/** Request the whole step; its stages are shown one by one. Throws if the server cannot be reached. */
export function askHint(board: Board, puzzle: readonly number[]): Promise<StepHint> {
  const crossed = CELLS.flatMap((cell) => listOf(board.crossed[cell]!).map((digit) => digit + cellName(cell)));
  const position = { puzzle: writeLine(puzzle), digits: writeLine(board.digits), crossed };
  return answer(api.POST('/hint', { body: { ...position, level: 5, language: settings.language } }));
}

/** Return the hint about wrong entries, which takes precedence over any step. */
export const mistakeHint = (cells: readonly Cell[]): StepHint => ({
  kind: 'mistake',
  level: 1,
  region: [],
  technique: null,
  cells: cells.map(cellName),
  step: null,
  sentence: null,
  mistake: null,
  moves: [],
});

/** Whether the hint points out wrong entries, rather than a step or a needed candidate that was crossed out. */
export const isWrongEntry = ({ kind, mistake }: StepHint): boolean => kind === 'mistake' && mistake?.placed !== false;

/** Return the text of a stage. */
export function wordsOf(hint: StepHint, level: number): string {
  const comma = t('list.comma');
  if (isWrongEntry(hint)) return t('hint.mistake', { n: hint.cells.length });
  if (hint.kind === 'mistake') return t('hint.crossed');
  if (hint.kind !== 'step') return t('hint.stuck');
  switch (level) {
    case 1:
      return t('hint.region', { houses: hint.region.map(houseWords).join(comma) });
    case 2:
      return t('hint.technique', { name: techniqueName(hint.technique ?? '') });
    case 3:
      return t('hint.cells', { cells: hint.cells.join(comma) });
    case 4:
      return hint.sentence ?? conclusion(hint);
    default:
      return t('hint.applied');
  }
}

function conclusion({ step }: StepHint): string {
  const comma = t('list.comma');
  const places = step?.places.map((name) => t('hint.place', { digit: name[0]!, cell: name.slice(1) })) ?? [];
  const removes = step?.removes.map((name) => t('hint.remove', { digit: name[0]!, cell: name.slice(1) })) ?? [];
  return [...places, ...removes].join(comma);
}

/** Return the drawing of a stage: the cells from the third on, the whole step from the fourth. */
export function drawingOf(hint: StepHint, level: number): Drawing | null {
  const causes = new Set(hint.cells.map(parseCell));
  const cellsOnly = { causes, ringed: {}, struck: {}, links: [] };
  if (hint.kind === 'mistake') return cellsOnly;
  if (level < 3) return null;
  return level < 4 || !hint.step ? cellsOnly : drawStep(hint.step, hint.cells);
}

/** Return the drawing of a whole step: the cells of its pattern, ringed and struck candidates. */
export function drawStep({ places, removes, roles, links }: StepOut, cells: readonly string[]): Drawing {
  const pattern = Object.values(roles).flat().filter(isCandidate);
  return {
    causes: new Set(cells.map(parseCell)),
    ringed: sets([...places, ...pattern].map(parseCandidate)),
    struck: sets(removes.map(parseCandidate)),
    links: links.map(({ start, end, strong }) => ({
      from: parseCandidate(start[0]!),
      to: parseCandidate(end[0]!),
      strong,
    })),
  };
}

const isCandidate = (name: string): boolean => /^[1-9]r[1-9]c[1-9]$/.test(name);

function sets(candidates: readonly Candidate[]): Record<Cell, DigitSet> {
  const sets: Record<Cell, DigitSet> = {};
  for (const { cell, digit } of candidates) sets[cell] = (sets[cell] ?? 0) | (1 << digit);
  return sets;
}
