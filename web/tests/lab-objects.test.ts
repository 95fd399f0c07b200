/** The objects of the founding documents, read from golden traces, and the runs the page makes itself. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import codes from 'virtual:codes';
import { deriveSeed, PythonRandom } from '../src/lab/local/python-random';
import { runHere } from '../src/lab/local/run';
import { Reader } from '../src/lab/trace/reader';
import type { Trace } from '../src/lab/trace/trace';
import { freeColumnsOf, mayOf, MrvObjects, PATTERN, tempTiles } from '../src/lab/views/objects';
import { nextCell } from '../src/lab/views/prediction';
import { sentence } from '../src/lab/views/sentence';
import '../src/lab/texts';
import { sizeOf } from '../src/shared/core/digits';
import { HOUSES } from '../src/shared/core/geometry';
import { candidatesOf } from '../src/shared/core/rules';

function golden(name: string): Trace {
  const reader = new Reader();
  reader.push(readFileSync(`../tests/data/traces/${name}.trace`));
  while (reader.next());
  return reader.trace!;
}

const events = (trace: Trace) =>
  Array.from({ length: trace.length }, (_, index) => {
    const { kind, depth, cell, digit, why } = trace.eventAt(index + 1)!;
    return [kind, depth, cell, digit, why.line, why.reason, why.house];
  });

test('the letters are those of the package', () => {
  const source = readFileSync('../src/shudu/grids/methods.py', 'utf8');
  expect(source).toContain(`"${PATTERN}"`);
});

test.each([
  'mrv-easy',
  'mrv-minimal',
  'mrv-impossible',
  'rows-easy-limit',
  'random-easy',
  'mrv+propagate-hard',
  'exact-cover-several',
  'norvig-hard',
])('without a server, %s runs as in the package', async (name) => {
  const expected = golden(name);
  const { puzzle, limit, seed, by } = expected.header;
  const code = codes.search.find(({ id }) => id === by)!;
  const trace = await runHere(code, { puzzle, limit, seed });
  const isCut = expected.header.events !== null && expected.length > expected.header.events;
  const length = expected.length - Number(isCut); // a trace cut at a limit ends with another event
  expect(events(trace!).slice(0, length)).toEqual(events(expected).slice(0, length));
  if (!isCut) expect(trace!.length).toBe(length);
});

test.each(['template', 'backtrack', 'backtrack-recursive', 'search', 'digits', 'diagonal'])(
  'without a server, %s makes the same grid by the same events',
  async (method) => {
    const expected = golden(`making-${method}`);
    const code = codes.grids.find(({ id }) => id === method)!;
    const trace = await runHere(code, { seed: expected.header.seed, method } as never);
    expect(events(trace!)).toEqual(events(expected));
    expect(trace!.stats(trace!.length).iterations).toBe(expected.stats(expected.length).iterations);
  },
);

test('random numbers are those of Python', () => {
  const random = new PythonRandom(0n);
  expect(Array.from({ length: 8 }, () => random.below(9))).toEqual([6, 6, 0, 4, 8, 7, 6, 4]);
  expect(deriveSeed(7, 'template', 0)).toBe(12769392841855611730n);
  expect(new PythonRandom(12769392841855611730n).digits()).toEqual([5, 3, 2, 9, 6, 8, 1, 7, 4]);
});

test('letter by letter, a tile of temp is done before the next begins', () => {
  const trace = golden('making-template');
  const states = (moment: number) =>
    tempTiles(trace, moment)
      .map(({ state }) => state[0])
      .join('');
  expect([states(0), states(1), states(9), states(10), states(81), states(83)]).toEqual([
    'lllllllll',
    'nllllllll',
    'nllllllll',
    'dnlllllll',
    'ddddddddn',
    'ddddddddd',
  ]);
  expect(new Set(tempTiles(trace, 0).map(({ digit }) => digit)).size).toBe(9);
});

test('the free columns contain the chosen one, and there are none at a dead end', () => {
  const trace = golden('making-digits');
  let [guesses, restarts] = [0, 0];
  for (let moment = 1; moment <= trace.length; moment++) {
    const columns = freeColumnsOf(trace, moment);
    if (!columns) continue;
    if (columns.chosen === null) expect(columns.free).toEqual([]);
    else expect(columns.free).toContain(columns.chosen);
    guesses++;
    restarts = Math.max(restarts, columns.again);
  }
  expect(guesses).toBeGreaterThan(81);
  expect(restarts).toBeGreaterThan(0);
});

test('the set of a cell shrinks: what is taken was left before', () => {
  const trace = golden('rows-easy-limit');
  for (let moment = 1; moment <= Math.min(400, trace.length); moment++) {
    const may = mayOf(trace, moment);
    const event = trace.eventAt(moment)!;
    if (event.kind === 'guess') expect(may!.states[event.digit - 1]).toBe('taken');
    if (event.kind === 'conflict') expect(new Set(may!.states)).toEqual(new Set(['blocked']));
    if (event.kind === 'remove') expect(may!.states).not.toContain('left');
  }
});

test('list of blanks and stack hold every blank cell once, and the stack ends with the cell just written', () => {
  const trace = golden('mrv-minimal');
  const blanks = [...trace.header.puzzle].filter((digit) => digit === '.').length;
  const objects = new MrvObjects(trace);
  for (let moment = 1; moment < trace.length; moment++) {
    const { blanks: list, stack } = objects.seek(moment);
    expect(list.length + stack.length).toBe(blanks);
    const event = trace.eventAt(moment)!;
    if (event.kind === 'guess' || event.kind === 'place') {
      expect(stack.at(-1)).toMatchObject({ cell: event.cell, digit: event.digit });
      expect(event.kind === 'place' ? stack.at(-1)!.untried : []).toEqual([]);
    }
    if (event.kind === 'remove') expect(list.at(-1)).toBe(event.cell);
  }
});

test('a prediction names the next cell that changes', () => {
  const trace = golden('rows-easy-limit');
  const next = nextCell(trace, 0)!;
  expect(trace.eventAt(next.moment)!.cell).toBe(next.cell);
  expect(nextCell(trace, trace.length)).toBeNull();
});

/** Whether a cell has one candidate, or a digit one cell of some house, before an event writes it. */
function isForced(trace: Trace, moment: number, cell: number, digit: number): boolean {
  const before = trace.at(moment - 1).digits;
  const fits = (other: number) => !before[other] && candidatesOf(before, other) & (1 << digit);
  return (
    sizeOf(candidatesOf(before, cell)) === 1 ||
    HOUSES.some((cells) => cells.includes(cell) && cells.every((other) => other === cell || !fits(other)))
  );
}

test.each(readdirSync('../tests/data/traces').filter((name) => name.endsWith('.trace')))(
  'the sentences about %s are true',
  (name) => {
    const trace = golden(name.replace('.trace', ''));
    const code = [...codes.search, ...codes.grids, ...codes.puzzles].find(({ id }) => id === trace.header.by)!;
    for (let moment = 1; moment <= trace.length; moment++) {
      const event = trace.eventAt(moment)!;
      const words = sentence(event, code);
      // Norvig's cells lose values before the digits that eliminate them are shown.
      if (words.includes('only option') && code.id !== 'norvig')
        expect(isForced(trace, moment, event.cell!, event.digit), words).toBe(true);
      if (words.includes('several options')) {
        const before = [...trace.at(moment - 1).digits];
        before[event.cell!] = 0;
        expect(sizeOf(candidatesOf(before, event.cell!)) > 1 || code.id === 'exact-cover', words).toBe(true);
      }
    }
  },
);
