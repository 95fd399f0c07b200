/** The golden traces, with the same results as in Python. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeLine } from '../src/shared/core/grid-text';
import { ndjson } from '../src/lab/trace/ndjson';
import { cellOf, CONFLICT, depthOf, digitOf, GUESS, kindOf, REMOVE, RETRACT, PLACE } from '../src/lab/trace/packing';
import { Reader } from '../src/lab/trace/reader';
import type { Stats, Trace } from '../src/lab/trace/trace';
import { DamagedTrace } from '../src/lab/trace/trace';
import { Rows } from '../src/lab/trace/tree-rows';
import { SOLVED, Tree } from '../src/lab/trace/tree';

const FOLDER = new URL('../../tests/data/traces/', import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.trace'))
  .map((name) => name.slice(0, -6));

const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`${name}.trace`, FOLDER)));

function read(bytes: Uint8Array, piece = bytes.length): Trace {
  const reader = new Reader();
  for (let start = 0; start < bytes.length; start += piece) {
    reader.push(bytes.subarray(start, start + piece));
    while (reader.next());
  }
  return reader.trace!;
}

interface Moment {
  moment: number;
  digits: string;
  stats: Stats;
}

test('there are golden traces', () => expect(NAMES.length).toBeGreaterThan(9));

describe.each(NAMES)('%s', (name) => {
  const trace = read(bytesOf(name));
  const moments = JSON.parse(readFileSync(new URL(`${name}.moments.json`, FOLDER), 'utf8')) as Moment[];

  test('gives the same boards and counters in any order of moments', () => {
    for (const order of [moments, moments.toReversed()]) {
      for (const { moment, digits, stats } of order) {
        expect(writeLine(trace.at(moment).digits)).toBe(digits);
        expect(trace.stats(moment)).toEqual(stats);
      }
    }
  });

  test('writes the same NDJSON', () => {
    const text = [...ndjson(trace)].join('');
    const golden = readFileSync(new URL(`${name}.ndjson`, FOLDER), 'utf8')
      .trim()
      .split('\n');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(golden.map((line) => JSON.parse(line)));
  });

  test('can be read in chunks of any size', () => {
    for (const size of [1, 7, 1000]) {
      const again = read(bytesOf(name), size);
      expect(again.length).toBe(trace.length);
      expect(again.words.subarray(0, again.length)).toEqual(trace.words.subarray(0, trace.length));
      expect(again.stopped).toBe(true);
    }
  });

  test('has a tree node per guess, and the current node is the latest active guess', () => {
    const tree = new Tree();
    tree.take(trace.words, trace.length);
    expect(tree.length).toBe(1 + trace.at(trace.length).tallies[GUESS]!);
    for (let moment = 0; moment <= trace.length; moment += 13)
      expect(tree.nodeAt(moment)).toBe(deepestGuess(trace, moment));
    for (let node = 0; node < tree.length; node++) {
      expect(tree.end(node)).toBe(endByParents(tree, node));
    }
    expect((tree.marks[0]! & SOLVED) !== 0).toBe(trace.stats(trace.length).solutions > 0);
  });

  test('finds the backtracks of the search', () => {
    const turns: number[] = [];
    for (
      let at = trace.summary.turn(trace.words, trace.length, 0, 1);
      at;
      at = trace.summary.turn(trace.words, trace.length, at, 1)
    )
      turns.push(at);
    const back: number[] = [];
    for (
      let at = trace.summary.turn(trace.words, trace.length, trace.length + 1, -1);
      at;
      at = trace.summary.turn(trace.words, trace.length, at, -1)
    )
      back.push(at);
    expect(back.toReversed()).toEqual(turns);
    const conflicts = [...trace.words.subarray(0, trace.length)].flatMap((word, index) =>
      kindOf(word) === CONFLICT ? [index + 1] : [],
    );
    expect(turns).toEqual(expect.arrayContaining(conflicts));
    expect(trace.summary.of(trace.words, 0, trace.length).turns).toBe(turns.length);
  });
});

/** Find the latest active guess by scanning all events; its node is the number of guesses before it. */
function deepestGuess(trace: Trace, moment: number): number {
  let made = 0;
  let open: { node: number; depth: number }[] = [{ node: 0, depth: -1 }];
  for (const word of trace.words.subarray(0, moment)) {
    const kind = kindOf(word);
    if (kind === GUESS || kind === REMOVE || kind === RETRACT) open = open.filter(({ depth }) => depth < depthOf(word));
    if (kind === GUESS) open.push({ node: ++made, depth: depthOf(word) });
  }
  return open.at(-1)!.node;
}

function endByParents(tree: Tree, node: number): number {
  let end = node + 1;
  while (end < tree.length && isBelow(tree, end, node)) end++;
  return end;
}

function isBelow(tree: Tree, node: number, above: number): boolean {
  for (; node > above; node = tree.parents[node]!);
  return node === above;
}

test('folding hides exactly the descendants', () => {
  const trace = read(bytesOf('rows-easy-limit'));
  const tree = new Tree();
  tree.take(trace.words, trace.length);
  const rows = new Rows(tree);
  expect(rows.length).toBe(tree.length);
  const node = tree.parents[40]!;
  rows.flip(node);
  expect(rows.length).toBe(tree.length - (tree.end(node) - node - 1));
  expect(rows.node(rows.row(40))).toBe(node);
  for (let row = 0; row < rows.length; row++) expect(rows.row(rows.node(row))).toBe(row);
  rows.fold(1);
  for (let row = 1; row < rows.length; row++) expect(tree.levels[rows.node(row)]).toBe(1);
  rows.fold(Infinity);
  expect(rows.length).toBe(tree.length);
});

test('a damaged or foreign trace is rejected', () => {
  expect(() => read(new TextEncoder().encode('PK and something else'))).toThrow(DamagedTrace);
  const bytes = bytesOf('mrv-easy');
  bytes.set([0xff, 0xff, 0xff, 0xff], bytes.length - 4);
  expect(() => read(bytes)).toThrow(DamagedTrace);
});

test('a truncated trace is not complete', () => {
  const bytes = bytesOf('mrv-minimal');
  expect(read(bytes.subarray(0, bytes.length - 1)).stopped).toBe(false);
});

test('the duration ends a trace', () => {
  const closing = new TextEncoder().encode('{"seconds":0.25} ');
  const padded = new Uint8Array(20).fill(32);
  padded.set(closing);
  const bytes = bytesOf('mrv-easy');
  const whole = new Uint8Array(bytes.length + 8 + 20);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, 20, true);
  whole.set(padded, bytes.length + 8);
  expect(read(whole).seconds).toBe(0.25);
  expect(read(whole).stopped).toBe(true);
});

test('heat counts how often a cell was filled', () => {
  const trace = read(bytesOf('mrv-minimal'));
  const moment = 400;
  const heat = Array.from({ length: 81 }, () => 0);
  for (const word of trace.words.subarray(0, moment))
    if ([PLACE, GUESS].includes(kindOf(word) as 0 | 2)) heat[cellOf(word)]!++;
  expect([...trace.at(moment).heat]).toEqual(heat);
  expect(digitOf(trace.words[0]!)).toBeGreaterThan(0);
});
