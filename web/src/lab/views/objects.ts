/** What the founding documents call by name, read from a trace: `temp`, `may`, `idxInList`, and MRV's list and stack. */

import { has, listOf, sizeOf } from '../../shared/core/digits';
import { boxOf, CELLS, columnOf, DIGITS, rowOf, type Cell, type Digit } from '../../shared/core/geometry';
import { candidatesOf } from '../../shared/core/rules';
import { cellOf, CONFLICT, depthOf, digitOf, GUESS, kindOf, PLACE, REMOVE, RETRACT } from '../trace/packing';
import type { Trace } from '../trace/trace';

/** The letters of the template, `model` in the paper. */
export const PATTERN = 'ABCDEFGHIDEFGHIABCGHIABCDEFBCDEFGHIAEFGHIABCDHIABCDEFGCDEFGHIABFGHIABCDEIABCDEFGH';

const FARTHEST = 20_000; // events looked back at

/** A tile of `temp`: the digit that replaces a letter, and whether it does so now or did before. */
export interface TempTile {
  letter: string;
  digit: Digit;
  state: 'left' | 'now' | 'done';
}

/** Return the nine tiles of `temp`. The letters of the first row are A to I, so its digits are theirs. */
export function tempTiles(trace: Trace, moment: number): TempTile[] {
  const words = [...trace.words.subarray(0, trace.length)];
  const event = trace.eventAt(moment);
  const current = event?.cell == null ? (event ? 9 : -1) : PATTERN.charCodeAt(event.cell) - 65;
  return [...'ABCDEFGHI'].map((letter, place) => ({
    letter,
    digit: digitOf(words.find((word) => cellOf(word) === place) ?? 0),
    state: place < current ? 'done' : place === current ? 'now' : 'left',
  }));
}

export type MayState = 'left' | 'taken' | 'struck' | 'blocked';

/** The set `may` of the cell at work: what is left, taken now, struck before, and what never fitted. */
export interface May {
  cell: Cell;
  states: MayState[];
}

export function mayOf(trace: Trace, moment: number): May | null {
  const event = trace.eventAt(moment);
  if (!event || event.cell === null || !['guess', 'conflict', 'remove'].includes(event.kind)) return null;
  const { cell } = event;
  const digits = [...trace.at(moment).digits];
  digits[cell] = 0;
  const fitting = candidatesOf(digits, cell);
  const tried = event.kind === 'conflict' ? [] : triedBefore(trace, moment, cell, event.depth);
  const states = DIGITS.map((digit): MayState => {
    if (!has(fitting, digit)) return 'blocked';
    if (event.kind === 'guess' && event.digit === digit) return 'taken';
    return event.kind === 'remove' || tried.includes(digit) ? 'struck' : 'left';
  });
  return { cell, states };
}

/** Return the digits that a cell took since it was last reached going forward. */
function triedBefore({ words }: Trace, moment: number, cell: Cell, depth: number): Digit[] {
  const tried: Digit[] = [];
  for (let index = moment - 2; index >= 0 && moment - index < FARTHEST; index--) {
    const word = words[index]!;
    if (kindOf(word) === PLACE || (kindOf(word) === GUESS && depthOf(word) < depth)) break;
    if (cellOf(word) !== cell || depthOf(word) !== depth) continue;
    if (kindOf(word) === REMOVE) break;
    if (kindOf(word) === GUESS) tried.push(digitOf(word));
  }
  return tried;
}

/** The list `idxInList`: the free columns of the row at work for the digit at work, and how often it started over. */
export interface FreeColumns {
  digit: Digit;
  row: number;
  free: number[];
  chosen: number | null;
  again: number;
  restarts: number;
}

export function freeColumnsOf(trace: Trace, moment: number): FreeColumns | null {
  const event = trace.eventAt(moment);
  if (!event?.digit || !['guess', 'conflict'].includes(event.kind)) return null;
  const digits = [...trace.at(moment).digits];
  if (event.cell !== null) digits[event.cell] = 0;
  const { digit } = event;
  const holders = CELLS.filter((cell) => digits[cell] === digit);
  const row = event.cell === null ? holders.length : rowOf(event.cell);
  const columns = new Set(holders.map(columnOf));
  const boxes = new Set(holders.map(boxOf));
  const free = Array.from({ length: 9 }, (_, column) => column).filter((column) => {
    const cell = 9 * row + column;
    return !digits[cell] && !columns.has(column) && !boxes.has(boxOf(cell));
  });
  return { digit, row, free, chosen: event.cell === null ? null : columnOf(event.cell), ...startsOver(trace, moment) };
}

/** Count how often the present digit, and the whole grid, started over. */
function startsOver({ words }: Trace, moment: number): { again: number; restarts: number } {
  let [again, restarts, digit] = [0, 0, 0];
  for (let index = 0; index < moment; index++) {
    const word = words[index]!;
    if (kindOf(word) === GUESS && digitOf(word) !== digit) [again, digit] = [0, digitOf(word)];
    if (kindOf(word) !== RETRACT) continue;
    const isRestart = kindOf(words[index - 1]!) === RETRACT; // after the last attempt of a digit
    if (isRestart) restarts++;
    else again++;
  }
  return { again, restarts };
}

/** The list of blanks and the stack of untried candidates of MRV. */
export class MrvObjects {
  blanks: Cell[];
  stack: { cell: Cell; digit: Digit; untried: Digit[] }[] = [];
  private moment = 0;

  constructor(private readonly trace: Trace) {
    this.blanks = this.start();
  }

  /** Go to a moment; forward from the last one if possible. */
  seek(moment: number): this {
    if (moment < this.moment) {
      this.moment = 0;
      this.stack = [];
      this.blanks = this.start();
    }
    for (; this.moment < moment; this.moment++) this.take(this.trace.words[this.moment]!);
    return this;
  }

  /** How many digits fit a blank now. */
  choices(cell: Cell): number {
    return sizeOf(candidatesOf(this.trace.at(this.moment).digits, cell));
  }

  private start(): Cell[] {
    const digits = this.trace.at(0).digits;
    return CELLS.filter((cell) => !digits[cell]);
  }

  private take(word: number): void {
    const [kind, cell, digit] = [kindOf(word), cellOf(word), digitOf(word)];
    if (kind === REMOVE) {
      this.stack.pop();
      this.blanks.push(cell);
    } else if (kind === PLACE || kind === GUESS) {
      if (depthOf(word) > this.stack.length) this.push(cell, digit, kind === GUESS);
      else {
        const last = this.stack.at(-1)!;
        last.digit = digit;
        last.untried = last.untried.filter((other) => other > digit);
      }
    } else if (kind === CONFLICT) return;
  }

  private push(cell: Cell, digit: Digit, isGuess: boolean): void {
    this.blanks = this.blanks.filter((other) => other !== cell);
    const digits = [...this.trace.at(0).digits];
    for (const entry of this.stack) digits[entry.cell] = entry.digit;
    const untried = isGuess ? listOf(candidatesOf(digits, cell)).filter((other) => other > digit) : [];
    this.stack.push({ cell, digit, untried });
  }
}
