/** The next logical step from the server, in words and as a drawing. */

import type { StepHint, StepOut } from '../../api/schema';
import type { LinkView } from '../../board/view';
import { writeLine } from '../../shared/core/grid-text';
import { listOf, type DigitSet } from '../../shared/core/digits';
import { CELLS, cellName, HOUSES, parseHouse, type Cell } from '../../shared/core/geometry';
import type { Game } from '../../game/game';
import { parseCandidate, parseCell, type Candidate } from '../../game/move';
import { t } from '../../app/i18n';
import { houseWords, techniqueName } from '../../app/i18n/names';
import { answer, api } from '../../api/client';
import { settings } from '../../app/settings.svelte';

/** The stages of a hint; the last one applies the step. */
export const STAGES = [1, 2, 3, 4, 5] as const;
export const LAST_STAGE = 5;

/** The marks a hint adds to the board. */
export interface Drawing {
  /** The houses to look at. */
  region: ReadonlySet<Cell>;
  causes: ReadonlySet<Cell>;
  /** Cells whose digits block others. */
  blockers: ReadonlySet<Cell>;
  /** The cell that the elimination clears the way for. */
  target: Cell | null;
  ringed: Readonly<Record<Cell, DigitSet>>;
  struck: Readonly<Record<Cell, DigitSet>>;
  links: readonly LinkView[];
}

/** Request the whole step; its stages are shown one by one. Throws if the server cannot be reached. */
export function askHint(game: Game, signal?: AbortSignal): Promise<StepHint> {
  const { board, puzzle } = game;
  const crossed = CELLS.flatMap((cell) => listOf(board.crossed[cell]!).map((digit) => digit + cellName(cell)));
  const position = { puzzle: writeLine(puzzle), digits: writeLine(board.digits), crossed, last: lastEntry(game) };
  const body = { ...position, level: LAST_STAGE, language: settings.language };
  return answer(api.POST('/hint', { body, ...(signal && { signal }) }));
}

/** Return the digit that the player wrote last, if it is still there: steps near it are easier to see. */
function lastEntry({ moves, board }: Game): string | null {
  for (const { move } of [...moves].reverse()) {
    const [, name, digit] = /^(r[1-9]c[1-9])=([1-9])$/.exec(move) ?? [];
    if (name && board.digits[parseCell(name)] === Number(digit)) return digit! + name;
  }
  return null;
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
export function wordsOf(hint: StepHint, stage: number): string {
  const comma = t('list.comma');
  const why = hint.mistake?.reason;
  if (isWrongEntry(hint)) return t('hint.mistake', { n: hint.cells.length }) + (why ? `\n${why}` : '');
  if (hint.kind === 'mistake') return t('hint.crossed');
  if (hint.kind !== 'step') return hint.lines?.[0] ?? t('hint.stuck');
  if (stage < LAST_STAGE && hint.lines?.[stage - 1]) return hint.lines[stage - 1]!;
  switch (stage) {
    case 1:
      return t('hint.region', { houses: hint.region.map((name) => houseWords(parseHouse(name))).join(comma) });
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

/** Return the drawing of a stage: first the region, the cells from the third on, the whole step from the fourth. */
export function drawingOf(hint: StepHint, stage: number): Drawing | null {
  const causes = new Set(hint.cells.map(parseCell));
  const cellsOnly = { region: NO_CELLS, causes, blockers: NO_CELLS, target: null, ringed: {}, struck: {}, links: [] };
  if (hint.kind === 'mistake') return cellsOnly;
  if (!hint.region.length) return null;
  const region = new Set(hint.region.flatMap(cellsOfHouse));
  if (stage < 3) return { ...cellsOnly, region, causes: NO_CELLS };
  if (stage < 4 || !hint.step) return { ...cellsOnly, region };
  return { ...drawStep(hint.step, hint.cells), target: hint.target ? parseCell(hint.target) : null };
}

const NO_CELLS: ReadonlySet<Cell> = new Set();

/** Return the cells of a house such as `r3`, `c5` or `b2`. */
const cellsOfHouse = (name: string): readonly Cell[] => HOUSES[parseHouse(name)]!;

/** A part of a sentence: plain words, or the name of a cell with how the hint marks it. */
export interface Part {
  text: string;
  mark: 'cause' | 'blocker' | 'struck' | 'target' | null;
}

/** Split a sentence at the names of cells, so that each can be coloured like its cell. */
export function partsOf(sentence: string, drawing: Drawing | null): Part[] {
  return sentence.split(/(r[1-9]c[1-9])/).map((text, index) => ({
    text,
    mark: index % 2 && drawing ? markOf(parseCell(text), drawing) : null,
  }));
}

function markOf(cell: Cell, { causes, blockers, struck, target }: Drawing): Part['mark'] {
  if (cell === target) return 'target';
  if (blockers.has(cell)) return 'blocker';
  return struck[cell] ? 'struck' : causes.has(cell) ? 'cause' : null;
}

/** Techniques whose cells contain all of their digits. */
const SOLID = ['pointing', 'claiming', 'naked-pair', 'hidden-pair'];

/** Return the drawing of a whole step: the cells of its pattern, ringed and struck candidates. */
export function drawStep({ technique, places, removes, roles, links }: StepOut, cells: readonly string[]): Drawing {
  const { cells: filled = [], digits = [] } = SOLID.includes(technique) ? roles : {};
  const solid = filled.flatMap((cell) => digits.map((digit) => digit + cell));
  const ends = links.flatMap(({ start, end }) => [...start, ...end]);
  const pattern = [...Object.values(roles).flat(), ...solid, ...ends].filter(isCandidate);
  return {
    region: NO_CELLS,
    target: null,
    causes: new Set(cells.map(parseCell)),
    blockers: new Set(roles.blockers?.map((name) => parseCell(name.slice(-4)))), // named with or without their digits
    ringed: sets([...places, ...pattern].map(parseCandidate)),
    struck: sets(removes.map(parseCandidate)),
    links: distinctLinks(links),
  };
}

/** Return each link once: several chains of a step can share some. */
function distinctLinks(links: StepOut['links']): LinkView[] {
  const views = links.map(({ start, end, strong }) => {
    const [from, to] = [start[0]!, end[0]!];
    return [`${from} ${to} ${strong}`, { from: parseCandidate(from), to: parseCandidate(to), strong }] as const;
  });
  return [...new Map(views).values()];
}

const isCandidate = (name: string): boolean => /^[1-9]r[1-9]c[1-9]$/.test(name);

function sets(candidates: readonly Candidate[]): Record<Cell, DigitSet> {
  const sets: Record<Cell, DigitSet> = {};
  for (const { cell, digit } of candidates) sets[cell] = (sets[cell] ?? 0) | (1 << digit);
  return sets;
}
