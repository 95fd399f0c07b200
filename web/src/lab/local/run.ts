/** Runs that the page makes itself when there is no server: searches, final grids, and digging them. */

import type { GenerationTraceRequest, TraceRequest } from '../../api/schema';
import { engine } from '../../kernel/engine';
import { diggerOf } from '../../kernel/generate';
import type { Kernel } from '../../kernel/kernel';
import { DIGGING, KernelRandom } from '../../kernel/random';
import { CELLS } from '../../shared/core/geometry';
import { readGrid, writeLine } from '../../shared/core/grid-text';
import { isDigging, type Code } from '../setup/codes';
import { KINDS, NO_CELL, type Kind } from '../trace/packing';
import { Trace, type Header, type Why } from '../trace/trace';
import { LOCAL_METHODS, makeGrid } from './grids';
import type { LineEvent } from './line-event';
import { SEARCHES } from './searches';

/** An event with what does not fit into its four bytes. */
type LocalEvent = LineEvent & { reason?: string; witnesses?: string[] };

const MOST_EVENTS = 200_000;
const EMPTY = '.'.repeat(81);

/** Return the trace of a run, or null if the page cannot make it. */
export async function runHere(code: Code, body: TraceRequest & GenerationTraceRequest): Promise<Trace | null> {
  const seed = body.seed ?? 0;
  const search = SEARCHES[code.id];
  const header = (puzzle: string, rounds: Kind[]): Header => ({
    puzzle,
    by: code.id,
    limit: search ? (body.limit ?? null) : null,
    events: MOST_EVENTS,
    seconds: null,
    seed,
    rounds,
  });
  if (search) {
    const events = upTo(body.limit ?? null, search.run(readGrid(body.puzzle), seed));
    return record(code, header(body.puzzle, search.rounds), events);
  }
  if (!isDigging(code.id)) {
    const events = await make(code.id, seed);
    return events && record(code, header(EMPTY, ['place', 'guess']), upTo(1, events));
  }
  const events = (body.symmetry ?? 'none') === 'none' ? await make(body.grid ?? 'uniform', seed) : null;
  if (!events) return null;
  const full = finalDigits(events);
  const clues = body.clues ?? 28;
  const holes = dug(await engine(), full, clues, seed, code.id === 'dig');
  return record(code, { ...header(writeLine(full), ['remove']), clues, symmetry: 'none' }, holes);
}

/** Yield the events of making a final grid; null if the page does not know the method. */
async function make(method: string, seed: number): Promise<Iterable<LineEvent> | null> {
  if (LOCAL_METHODS.includes(method)) return makeGrid(method, seed);
  return method === 'uniform' ? written(diggerOf(await engine()).grid(BigInt(seed))) : null;
}

function* written(grid: readonly number[]): Generator<LineEvent> {
  for (const cell of CELLS) yield { kind: 'place', depth: 0, cell, digit: grid[cell]!, line: 'write' };
  yield { kind: 'solution', depth: 0, cell: null, digit: 0, line: 'done' };
}

function finalDigits(events: Iterable<LineEvent>): number[] {
  const digits = CELLS.map(() => 0);
  for (const { kind, cell, digit } of events)
    if ((kind === 'place' || kind === 'guess') && cell !== null) digits[cell] = digit;
  return digits; // every cell is written last with its final digit
}

const stop = (line: string, reason: string): LocalEvent => ({
  kind: 'stop',
  depth: 0,
  cell: null,
  digit: 0,
  line,
  reason,
});

/** End a search at a number of solutions. */
function* upTo(limit: number | null, events: Iterable<LineEvent>): Generator<LocalEvent> {
  let solutions = 0;
  for (const event of events) {
    yield event;
    if (event.kind === 'solution' && ++solutions === limit) return yield stop('done', 'solutions');
  }
  yield stop('end', 'exhausted');
}

/** Dig in the kernel's order, with a test or without. */
function* dug(
  kernel: Kernel,
  full: readonly number[],
  goal: number,
  seed: number,
  tests: boolean,
): Generator<LocalEvent> {
  const digits = [...full];
  let holes = 0;
  for (const cell of new KernelRandom(BigInt(seed), DIGGING, 0n).shuffle(CELLS)) {
    if (81 - holes <= goal) break;
    const digit = full[cell]!;
    digits[cell] = 0;
    yield { kind: 'remove', depth: ++holes, cell, digit, line: tests ? 'dig' : 'cover' };
    if (!tests || kernel.solve(digits, 2).count < 2) continue;
    const witnesses = kernel.first(digits, 2).map(writeLine);
    yield { kind: 'conflict', depth: holes, cell, digit, line: 'refused', witnesses };
    digits[cell] = digit;
    yield { kind: 'place', depth: --holes, cell, digit, line: 'back' };
  }
  yield stop('done', 'made');
}

function record({ ids }: Code, header: Header, events: Iterable<LocalEvent>): Trace {
  const trace = new Trace(header);
  const words: number[] = [];
  const whys: Why[] = [];
  const places = new Map<string, number>();
  const began = performance.now();
  const take = ({ kind, depth, cell, digit, line, ...details }: LocalEvent): void => {
    const why = { line: ids.indexOf(line) + 1, ...details };
    const key = JSON.stringify(why);
    if (!places.has(key)) places.set(key, whys.push(why) - 1);
    const place = KINDS.indexOf(kind) | (depth << 3) | ((cell ?? NO_CELL) << 10) | (digit << 17);
    words.push((place | (places.get(key)! << 21)) >>> 0);
  };
  for (const event of events) {
    if (words.length < MOST_EVENTS) take(event);
    else {
      take(stop('', 'events'));
      break;
    }
  }
  trace.append(Uint32Array.from(words), whys);
  trace.seconds = (performance.now() - began) / 1000;
  return trace;
}
