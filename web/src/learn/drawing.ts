/** The board of a lesson or drill: a position, a step drawn on it, and what the learner has marked. */

import type { PositionOut, ScreenOut, StepOut } from '../api/schema';
import { cellView, type CellView, type Tone } from '../board/view';
import { parseCandidate, parseCell } from '../game/move';
import { drawStep, type Drawing } from '../play/session/hint';
import { listOf, type DigitSet } from '../shared/core/digits';
import { CELLS, HOUSES, cellName, parseHouse, type Cell } from '../shared/core/geometry';
import { readGrid } from '../shared/core/grid-text';
import { candidatesOf } from '../shared/core/rules';
import type { Candidates } from './checker';

/** A position with its candidates. */
export interface Position {
  digits: readonly number[];
  givens: readonly boolean[];
  candidates: readonly DigitSet[];
}

export function readPosition({ digits: line, puzzle, removed }: PositionOut): Position {
  const digits = readGrid(line);
  const candidates = CELLS.map((cell) => (digits[cell] ? 0 : candidatesOf(digits, cell)));
  for (const { cell, digit } of removed.map(parseCandidate)) candidates[cell]! &= ~(1 << digit);
  return { digits, givens: readGrid(puzzle).map(Boolean), candidates };
}

/** Return the candidates of each empty cell by name. */
export const namedCandidates = ({ candidates }: Position): Candidates =>
  new Map(CELLS.map((cell) => [cellName(cell), listOf(candidates[cell]!).map((digit) => digit + cellName(cell))]));

/** What the learner has done. */
export interface Marks {
  cells: ReadonlySet<Cell>;
  struck: ReadonlyMap<Cell, DigitSet>;
  written: ReadonlyMap<Cell, number>;
  /** Cells tapped by mistake. */
  wrong: ReadonlySet<Cell>;
  /** Cells that are pointed out after several mistakes. */
  shown: ReadonlySet<Cell>;
}

export const NO_MARKS: Marks = {
  cells: new Set(),
  struck: new Map(),
  written: new Map(),
  wrong: new Set(),
  shown: new Set(),
};

const isCell = (name: string): boolean => /^r[1-9]c[1-9]$/.test(name);
const isHouse = (name: string): boolean => /^[rcb][1-9]$/.test(name);
/** Roles that are not part of the pattern: houses are tinted, numbers are not drawn. */
const NOT_DRAWN = ['digits', 'digit', 'line-digits', 'box-digits', 'chains', 'type', 'eliminated'];

/** Return the drawing of a step, or of a part of one, and the cells of its houses. */
export function drawPart(step: StepOut | null): { drawing: Drawing | null; houses: ReadonlySet<Cell> } {
  if (!step) return { drawing: null, houses: new Set() };
  const names = Object.entries(step.roles).flatMap(([role, values]) => (NOT_DRAWN.includes(role) ? [] : values));
  const houses = names.filter(isHouse).map(parseHouse);
  return {
    drawing: drawStep(step, names.filter(isCell)),
    houses: new Set(houses.flatMap((house) => HOUSES[house]!)),
  };
}

/** Return the colours of the candidates that a step paints, by cell and digit. */
function coloursOf(step: StepOut | null): Map<Cell, Record<number, number>> {
  const colours = new Map<Cell, Record<number, number>>();
  for (const [role, names] of Object.entries(step?.roles ?? {})) {
    const colour = Number(/^colour-(\d)$/.exec(role)?.[1] ?? 0);
    for (const { cell, digit } of colour ? names.map(parseCandidate) : [])
      colours.set(cell, { ...colours.get(cell), [digit]: colour });
  }
  return colours;
}

const NO_COLOURS = {};

/** What a screen of a lesson points at besides the step: where to look, what was found, what it rules out. */
export type Scene = Partial<Pick<ScreenOut, 'houses' | 'found' | 'reach' | 'digit'>>;

export function viewsOf(
  position: Position,
  notes: boolean,
  step: StepOut | null,
  marks: Marks,
  scene: Scene = {},
): CellView[] {
  const look = new Set(cellsOfHouses(scene.houses ?? []));
  const found = new Set(cellsOf(scene.found ?? []));
  const reach = new Set(cellsOf(scene.reach ?? []));
  const sought = scene.digit ?? 0;
  const { drawing, houses } = drawPart(step);
  const colours = coloursOf(step);
  return CELLS.map((cell) => {
    const tones: Tone[] = [];
    if (look.has(cell)) tones.push(reach.has(cell) && !position.digits[cell] ? 'eliminated' : 'look');
    else if (reach.has(cell) || houses.has(cell)) tones.push('peer');
    if (sought && position.digits[cell] === sought) tones.push('same');
    if (drawing?.causes.has(cell) || marks.cells.has(cell) || found.has(cell)) tones.push('cause');
    if (marks.shown.has(cell)) tones.push('target');
    if (marks.wrong.has(cell)) tones.push('error');
    const digit = position.digits[cell] || (marks.written.get(cell) ?? 0);
    return cellView({
      digit,
      given: position.givens[cell]!,
      centre: notes ? position.candidates[cell]! : 0,
      struck: digit || !notes ? 0 : (drawing?.struck[cell] ?? 0) | (marks.struck.get(cell) ?? 0),
      ringed: digit || !notes || colours.has(cell) ? 0 : (drawing?.ringed[cell] ?? 0),
      sought: notes && sought ? position.candidates[cell]! & (1 << sought) : 0,
      candidateColours: colours.get(cell) ?? NO_COLOURS,
      tones,
    });
  });
}

export const cellsOfHouses = (names: readonly string[]): Cell[] => names.flatMap((name) => HOUSES[parseHouse(name)]!);
export const cellsOf = (names: readonly string[]): Cell[] => names.map(parseCell);
