/** Cell views of a run's position: givens, entries, the active cell and retractions. */

import { cellView, type CellView, type Tone } from '../../board/view';
import { CELLS, HOUSES, parseHouse } from '../../shared/core/geometry';
import { candidatesOf } from '../../shared/core/rules';
import { PATTERN } from './objects';
import type { Trace, TraceEvent } from '../trace/trace';

const TONES: readonly (readonly Tone[])[] = [[], ['active'], ['retracted'], ['error'], ['peer']];
const [PLAIN, ACTIVE, RETRACTED, ERROR, PEER] = [0, 1, 2, 3, 4] as const;

/** Equal views share one object, so that unchanged cells are not drawn again. */
const cache = new Map<number, CellView>();

function view(digit: number, given: boolean, tone: number, centre: number): CellView {
  const key = ((centre * 8 + tone) * 2 + Number(given)) * 10 + digit;
  let view = cache.get(key);
  if (!view) cache.set(key, (view = cellView({ digit, given, centre, tones: TONES[tone]! })));
  return view;
}

const letterCache = new Map<string, CellView>();

/** A cell of the template that still shows its letter. */
function letterView(letter: string, isNext: boolean): CellView {
  const key = isNext ? `${letter} next` : letter;
  const known = letterCache.get(key) ?? cellView({ letter, tones: isNext ? ['same'] : [] });
  letterCache.set(key, known);
  return known;
}

export function viewsAt(trace: Trace, moment: number, candidates: boolean, letters = false): CellView[] {
  const before = moment ? trace.at(moment - 1).digits.slice() : null;
  const { digits } = trace.at(moment);
  const event = trace.eventAt(moment);
  const start = trace.header.puzzle;
  const replaced = letters && event && event.cell !== null ? PATTERN[event.cell] : undefined;
  return CELLS.map((cell) => {
    const digit = digits[cell]!;
    if (letters && !digit) return letterView(PATTERN[cell]!, PATTERN[cell] === replaced);
    const given = digit !== 0 && start[cell] === String(digit);
    const centre = candidates && !digit ? candidatesOf(digits, cell) : 0;
    return view(digit, given, tone(event, cell, before?.[cell] ?? digit, digit), centre);
  });
}

function tone(event: TraceEvent | null, cell: number, before: number, now: number): number {
  if (!event) return PLAIN;
  if (event.kind === 'conflict') return event.cell === cell ? ERROR : inHouse(event, cell) ? PEER : PLAIN;
  if (before && !now) return RETRACTED;
  return (event.kind === 'place' || event.kind === 'guess') && event.cell === cell ? ACTIVE : PLAIN;
}

function inHouse({ cell, why }: TraceEvent, other: number): boolean {
  return cell === null && why.house !== undefined && HOUSES[parseHouse(why.house)]!.includes(other);
}
