/** The methods of `shudu.grids` that the page runs itself: the same grids by the same events, from the same random seed. */

import { mrv } from '../../enter/mrv';
import { rows } from '../../enter/rows';
import { listOf } from '../../shared/core/digits';
import { boxOf, CELLS, DIGITS, HOUSES, type Cell, type Digit } from '../../shared/core/geometry';
import { candidatesOf } from '../../shared/core/rules';
import { PATTERN } from '../views/objects';
import { deriveSeed, PythonRandom } from './python-random';
import type { LineEvent } from './line-event';
import { randomDigits, withLines } from './searches';

type Method = (random: PythonRandom) => Iterable<LineEvent>;

const METHODS: Record<string, Method> = {
  template,
  backtrack: (random) => afterFirstRow(random, (digits) => randomDigits(digits, random)),
  'backtrack-recursive': recursive,
  search: (random) => afterFirstRow(random, (digits) => withLines(rows(digits))),
  digits: digitByDigit,
  diagonal,
};

/** The methods the page runs itself, besides `uniform`. */
export const LOCAL_METHODS = Object.keys(METHODS);

/** The number of tries of a digit before everything starts over. */
const TRIES = 100;

/** Yield the events of making the first grid of a random seed. */
export function makeGrid(method: string, seed: number): Iterable<LineEvent> {
  const stream = method.replace('-recursive', '');
  return METHODS[method]!(new PythonRandom(deriveSeed(seed, stream, 0)));
}

const place = (cell: Cell, digit: Digit, line: string): LineEvent => ({ kind: 'place', depth: 0, cell, digit, line });
const done = (depth: number): LineEvent => ({ kind: 'solution', depth, cell: null, digit: 0, line: 'done' });

function* template(random: PythonRandom): Generator<LineEvent> {
  for (const [index, digit] of random.digits().entries())
    for (const cell of CELLS) if (PATTERN[cell] === 'ABCDEFGHI'[index]) yield place(cell, digit, 'write');
  yield done(0);
}

/** A random first row, and the rest by a search up to its first solution. */
function* afterFirstRow(random: PythonRandom, rest: (digits: Digit[]) => Iterable<LineEvent>): Generator<LineEvent> {
  const row = random.digits();
  for (const [cell, digit] of row.entries()) yield place(cell, digit, 'row');
  yield* untilSolution(rest([...row, ...new Array<Digit>(72).fill(0)]));
}

function* untilSolution(events: Iterable<LineEvent>): Generator<LineEvent> {
  for (const event of events) {
    yield event;
    if (event.kind === 'solution') return;
  }
}

function* recursive(random: PythonRandom): Generator<LineEvent> {
  const digits = CELLS.map(() => 0);
  for (const [cell, digit] of random.digits().entries()) {
    digits[cell] = digit;
    yield place(cell, digit, 'row');
  }
  yield* fill(digits, 9, random);
}

/** Fill a cell and all after it; return whether that worked. */
function* fill(digits: Digit[], cell: Cell, random: PythonRandom): Generator<LineEvent, boolean> {
  const depth = cell - 8;
  if (cell === 81) {
    yield done(depth - 1);
    return true;
  }
  const may = listOf(candidatesOf(digits, cell));
  if (!may.length) {
    yield { kind: 'conflict', depth: depth - 1, cell, digit: 0, line: 'dead-end' };
    return false;
  }
  while (may.length) {
    digits[cell] = may.splice(random.below(may.length), 1)[0]!;
    yield { kind: 'guess', depth, cell, digit: digits[cell], line: 'write' };
    if (yield* fill(digits, cell + 1, random)) return true;
  }
  yield { kind: 'remove', depth, cell, digit: digits[cell]!, line: 'back' };
  digits[cell] = 0;
  return false;
}

function* digitByDigit(random: PythonRandom): Generator<LineEvent> {
  for (;;) {
    const grid = CELLS.map(() => 0);
    let isPlaced = true;
    for (const digit of DIGITS) if (!(isPlaced &&= yield* placeDigit(grid, digit, random))) break;
    if (isPlaced) return yield done(9);
    yield { kind: 'retract', depth: 1, cell: null, digit: 0, line: 'restart' };
  }
}

/** Place a digit in all rows; return whether that worked within the limit. */
function* placeDigit(grid: Digit[], digit: Digit, random: PythonRandom): Generator<LineEvent, boolean> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const placed: Cell[] = [];
    for (let row = 0; row < 9; row++) {
      const free = HOUSES[row]!.filter(
        (cell) => !grid[cell] && !placed.some((other) => other % 9 === cell % 9 || boxOf(other) === boxOf(cell)),
      );
      if (!free.length) {
        yield { kind: 'conflict', depth: digit, cell: null, digit, line: 'dead-end' };
        break;
      }
      const cell = free[random.below(free.length)]!;
      grid[cell] = digit;
      placed.push(cell);
      yield { kind: 'guess', depth: digit, cell, digit, line: 'write' };
    }
    if (placed.length === 9) return true;
    for (const cell of placed) grid[cell] = 0;
    yield { kind: 'retract', depth: digit, cell: null, digit: 0, line: 'again' };
  }
  return false;
}

function* diagonal(random: PythonRandom): Generator<LineEvent> {
  const digits = CELLS.map(() => 0);
  for (const box of [18, 22, 26])
    for (const [at, digit] of random.digits().entries()) {
      digits[HOUSES[box]![at]!] = digit;
      yield place(HOUSES[box]![at]!, digit, 'box');
    }
  yield* untilSolution(withLines(mrv(digits)));
}
