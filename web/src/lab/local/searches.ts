/** The searches of `shudu.search` that the page runs itself, event by event; golden traces check that they agree. */

import { mrv, type SearchEvent } from '../../enter/mrv';
import { rows } from '../../enter/rows';
import { listOf, sizeOf } from '../../shared/core/digits';
import { CELLS, DIGITS, HOUSES, HOUSES_OF, houseName, PEERS, type Cell, type Digit } from '../../shared/core/geometry';
import { candidatesOf, type Digits } from '../../shared/core/rules';
import type { Kind } from '../trace/packing';
import { exactCover } from './exact-cover';
import type { LineEvent } from './line-event';
import { PythonRandom } from './python-random';

export type Search = (puzzle: Digits, seed: number) => Iterable<LineEvent>;

/** The searches, and the kinds of event that count as an iteration. */
export const SEARCHES: Record<string, { run: Search; rounds: Kind[] }> = {
  rows: { run: (puzzle) => withLines(rows(puzzle)), rounds: ['guess'] },
  random: { run: (puzzle, seed) => randomDigits(puzzle, new PythonRandom(BigInt(seed))), rounds: ['guess'] },
  mrv: { run: (puzzle) => withLines(mrv(puzzle), 'rewrite'), rounds: ['place', 'guess'] },
  'mrv+propagate': { run: (puzzle) => propagate([...puzzle], 0), rounds: ['guess'] },
  'exact-cover': { run: exactCover, rounds: ['place', 'guess'] },
  norvig: { run: norvig, rounds: ['guess'] },
};

const LINES = { conflict: 'dead-end', remove: 'back', solution: 'done', place: 'write', guess: 'write' } as const;

/** Add the lines of the pseudocode; a guess that takes the place of another may have one of its own. */
export function* withLines(events: Iterable<SearchEvent>, again = 'write'): Generator<LineEvent> {
  let isAgain = false;
  for (const event of events) {
    yield { ...event, line: event.kind === 'guess' && isAgain ? again : LINES[event.kind] };
    isAgain = event.kind !== 'place' && event.kind !== 'guess';
  }
}

/** Row by row, the digits that fit a cell in random order. */
export function* randomDigits(givens: Digits, random: PythonRandom): Generator<LineEvent> {
  const digits = [...givens];
  const blanks = CELLS.filter((cell) => !digits[cell]);
  const sets: Digit[][] = [];
  for (;;) {
    if (sets.length === blanks.length)
      yield { kind: 'solution', depth: sets.length, cell: null, digit: 0, line: 'done' };
    else {
      const cell = blanks[sets.length]!;
      const fitting = listOf(candidatesOf(digits, cell));
      if (fitting.length) sets.push(fitting);
      else yield { kind: 'conflict', depth: sets.length, cell, digit: 0, line: 'dead-end' };
    }
    while (sets.length && !sets.at(-1)!.length) {
      const cell = blanks[sets.length - 1]!;
      yield { kind: 'remove', depth: sets.length, cell, digit: digits[cell]!, line: 'back' };
      digits[cell] = 0;
      sets.pop();
    }
    if (!sets.length) return;
    const cell = blanks[sets.length - 1]!;
    const last = sets.at(-1)!;
    const [digit] = last.splice(random.below(last.length), 1);
    digits[cell] = digit!;
    yield { kind: 'guess', depth: sets.length, cell, digit: digit!, line: 'write' };
  }
}

/** Write all singles, then guess in the cell with the fewest candidates. */
function* propagate(digits: Digit[], depth: number): Generator<LineEvent> {
  if (!(yield* writeSingles(digits, depth))) return;
  const blanks = CELLS.filter((cell) => !digits[cell]);
  if (!blanks.length) return yield { kind: 'solution', depth, cell: null, digit: 0, line: 'done' };
  const choices = (cell: Cell): number => sizeOf(candidatesOf(digits, cell));
  const cell = blanks.reduce((best, other) => (choices(other) < choices(best) ? other : best));
  for (const digit of listOf(candidatesOf(digits, cell))) {
    yield { kind: 'guess', depth: depth + 1, cell, digit, line: 'guess' };
    yield* propagate(digits.with(cell, digit), depth + 1);
    yield { kind: 'retract', depth: depth + 1, cell, digit, line: 'back' };
  }
}

/** Write singles until none is left; return whether every cell and digit still has a place. */
function* writeSingles(digits: Digit[], depth: number): Generator<LineEvent, boolean> {
  for (let changed = true; changed;) {
    if (!(yield* writeNaked(digits, depth))) return false;
    changed = false;
    for (const [house, cells] of HOUSES.entries()) {
      const places = (digit: Digit): Cell[] =>
        cells.filter((cell) => !digits[cell] && candidatesOf(digits, cell) & (1 << digit));
      const open = DIGITS.filter((digit) => !cells.some((cell) => digits[cell] === digit));
      const homeless = open.findLast((digit) => !places(digit).length);
      if (homeless) {
        yield { kind: 'conflict', depth, cell: null, digit: homeless, line: 'homeless', house: houseName(house) };
        return false;
      }
      const single = open.find((digit) => places(digit).length === 1);
      if (!single) continue;
      const [cell] = places(single);
      digits[cell!] = single;
      yield { kind: 'place', depth, cell: cell!, digit: single, line: 'hidden', house: houseName(house) };
      changed = true;
    }
  }
  return true;
}

/** Fill cells with one candidate until none is left; return whether every cell has one. */
function* writeNaked(digits: Digit[], depth: number): Generator<LineEvent, boolean> {
  for (let changed = true; changed;) {
    changed = false;
    for (const cell of CELLS.filter((each) => !digits[each])) {
      const fitting = listOf(candidatesOf(digits, cell));
      if (fitting.length > 1) continue;
      if (!fitting.length) {
        yield { kind: 'conflict', depth, cell, digit: 0, line: 'bare' };
        return false;
      }
      digits[cell] = fitting[0]!;
      yield { kind: 'place', depth, cell, digit: fitting[0]!, line: 'naked' };
      changed = true;
    }
  }
  return true;
}

/** Assign the givens, then search: `eliminate` is the only primitive. */
function* norvig(puzzle: Digits): Generator<LineEvent> {
  const values = new Values(CELLS.map((cell) => puzzle[cell] !== 0));
  const isSound = CELLS.every((cell) => !puzzle[cell] || values.assign(cell, puzzle[cell]!));
  yield* values.events;
  if (isSound) yield* searchValues(values, 0);
}

function* searchValues(values: Values, depth: number): Generator<LineEvent> {
  const open = CELLS.filter((cell) => values.count(cell) > 1);
  if (!open.length) return yield { kind: 'solution', depth, cell: null, digit: 0, line: 'done' };
  const cell = open.reduce((best, other) => (values.count(other) < values.count(best) ? other : best));
  for (const digit of listOf(values.masks[cell]!)) {
    yield { kind: 'guess', depth: depth + 1, cell, digit, line: 'guess' };
    const branch = new Values(values.written.with(cell, true), [...values.masks], depth + 1);
    const isSound = branch.assign(cell, digit);
    yield* branch.events;
    if (isSound) yield* searchValues(branch, depth + 1);
    yield { kind: 'retract', depth: depth + 1, cell, digit, line: 'back' };
  }
}

/** The values each cell may still take, and the events that eliminations have caused. */
class Values {
  readonly events: LineEvent[] = [];

  constructor(
    /** The cells that need no further event. */
    readonly written: boolean[],
    readonly masks: number[] = CELLS.map(() => 0x3fe),
    private readonly depth = 0,
  ) {}

  count(cell: Cell): number {
    return sizeOf(this.masks[cell]!);
  }

  /** Eliminate all other values from a cell; return false on a contradiction. */
  assign(cell: Cell, digit: Digit): boolean {
    return listOf(this.masks[cell]! & ~(1 << digit)).every((other) => this.eliminate(cell, other));
  }

  private eliminate(cell: Cell, digit: Digit): boolean {
    if (!(this.masks[cell]! & (1 << digit))) return true;
    this.masks[cell]! &= ~(1 << digit);
    return this.checkCell(cell) && HOUSES_OF[cell]!.every((house) => this.checkHouse(house, digit));
  }

  /** Eliminate the last value of a cell from its peers. */
  private checkCell(cell: Cell): boolean {
    const [digit, ...more] = listOf(this.masks[cell]!);
    if (!digit) {
      this.events.push({ kind: 'conflict', depth: this.depth, cell, digit: 0, line: 'no-value' });
      return false;
    }
    if (more.length) return true;
    this.write({ kind: 'place', depth: this.depth, cell, digit, line: 'one-value' });
    return PEERS[cell]!.every((peer) => this.eliminate(peer, digit));
  }

  /** Assign a digit that has one place left in a house. */
  private checkHouse(house: number, digit: Digit): boolean {
    const [cell, ...more] = HOUSES[house]!.filter((each) => this.masks[each]! & (1 << digit));
    const event = { depth: this.depth, digit, house: houseName(house) } as const;
    if (cell === undefined) {
      this.events.push({ ...event, kind: 'conflict', cell: null, line: 'no-place' });
      return false;
    }
    if (more.length) return true;
    this.write({ ...event, kind: 'place', cell, line: 'one-place' });
    return this.assign(cell, digit);
  }

  private write(event: LineEvent): void {
    if (this.written[event.cell!]) return;
    this.written[event.cell!] = true;
    this.events.push(event);
  }
}
