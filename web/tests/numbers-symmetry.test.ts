import { beforeAll, expect, test } from 'vitest';
import { CELLS } from '../src/shared/core/geometry';
import { isSolved } from '../src/shared/core/rules';
import {
  apply,
  compose,
  cycles,
  inverse,
  motionOf,
  orbit,
  orderOf,
  source,
  type Symmetry,
} from '../src/shared/core/symmetry';
import { readGrid, writeLine } from '../src/shared/core/grid-text';
import type { Kernel } from '../src/kernel/kernel';
import { GRIDS, Numbers } from '../src/kernel/numbers';
import '../src/lab/grid-texts';
import { study, type GridFacts } from '../src/lab/numbers/study';
import { describeCells, describeDigits } from '../src/lab/numbers/words';
import { settings } from '../src/app/settings.svelte';
import { kernel as load, PUZZLE, seeded } from './kernel';

const MOST = '123456789456789123789123456231564897564897231897231564312645978645978312978312645';

let kernel: Kernel;
let numbers: Numbers;
beforeAll(async () => {
  kernel = await load();
  numbers = new Numbers(kernel);
});

const SAME = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const HALF: Symmetry = {
  transpose: false,
  rows: SAME.toReversed(),
  columns: SAME.toReversed(),
  digits: SAME.map((d) => d + 1),
};
const RIGHT: Symmetry = { ...HALF, transpose: true, rows: SAME };

/** Return a random symmetry. */
function anySymmetry(random: () => number): Symmetry {
  const shuffled = (items: number[]) =>
    items
      .map((item) => [random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  const lines = () => shuffled([0, 1, 2]).flatMap((band) => shuffled([0, 1, 2]).map((line) => 3 * band + line));
  return { transpose: random() < 0.5, rows: lines(), columns: lines(), digits: shuffled(SAME).map((d) => d + 1) };
}

const found = (digits: number[]): GridFacts => study(kernel, numbers, digits) as GridFacts;

test('the page’s kernel knows the number of grids', () => {
  expect(numbers.count).toBe(GRIDS);
});

test('numbers and grids convert both ways', () => {
  for (const number of [0n, 1n, 10n ** 20n, GRIDS - 1n]) {
    const grid = numbers.grid(number);
    expect(isSolved(grid)).toBe(true);
    expect(numbers.rank(grid)).toBe(number);
  }
  expect(() => numbers.grid(GRIDS)).toThrow();
  expect(() => numbers.rank(CELLS.map(() => 1))).toThrow();
});

test('symmetries compose, invert and apply', () => {
  const random = seeded(3);
  const grid = numbers.grid(123_456_789_012_345_678n);
  for (let round = 0; round < 50; round++) {
    const [one, two] = [anySymmetry(random), anySymmetry(random)];
    expect(apply(compose(one, two), grid)).toEqual(apply(two, apply(one, grid)));
    expect(apply(inverse(one), apply(one, grid))).toEqual(grid);
    const way = orbit(one, 40);
    way.forEach((cell, index) => expect(source(one, way[(index + 1) % way.length]!)).toBe(cell));
  }
  expect(motionOf(HALF)).toBe('half');
  expect(motionOf(compose(RIGHT, RIGHT))).toBe('half');
  expect([orderOf(HALF), orderOf(RIGHT), orderOf(compose(HALF, HALF))]).toEqual([2, 4, 1]);
  expect(orbit(RIGHT, 0)).toEqual([0, 8, 80, 72]);
  expect(cycles((line) => [1, 0, 2, 4, 5, 3, 6, 7, 8][line]!)).toEqual([
    [0, 1],
    [3, 4, 5],
  ]);
});

test('all images share the canonical form, and the symmetry maps to it', () => {
  const random = seeded(9);
  for (const digits of [numbers.grid(GRIDS / 3n), readGrid(PUZZLE), readGrid(MOST)]) {
    const { form, symmetry } = found(digits);
    expect(apply(symmetry, digits)).toEqual(form);
    expect(found(form).form).toEqual(form);
    for (let round = 0; round < 5; round++) expect(found(apply(anySymmetry(random), digits)).form).toEqual(form);
  }
});

test('automorphisms change nothing; the most symmetric grid has 648', () => {
  const grid = readGrid(MOST);
  const { automorphisms, form } = found(grid);
  expect(automorphisms).toHaveLength(648);
  expect(new Set(automorphisms.map((each) => JSON.stringify(each))).size).toBe(648);
  expect(motionOf(automorphisms[0]!)).toBe('identity');
  for (const each of automorphisms) expect(apply(each, grid)).toEqual(grid);
  expect(writeLine(form)).toBe(MOST);
});

test('a puzzle has at most the symmetries of its solution', () => {
  const solution = readGrid(MOST);
  const puzzle = solution.map((digit, cell) =>
    apply(
      HALF,
      CELLS.map((at) => +(at < 50)),
    )[cell] || cell < 50
      ? digit
      : 0,
  );
  const { kind, number, automorphisms } = found(puzzle.with(0, 0));
  expect(kind).toBe('puzzle');
  expect(number).toBe(numbers.rank(solution));
  expect(automorphisms.length).toBeLessThan(648);
  for (const each of automorphisms) expect(apply(each, puzzle.with(0, 0))).toEqual(puzzle.with(0, 0));
});

test('invalid grids are classified', () => {
  const kind = (line: string) => study(kernel, numbers, readGrid(line)).kind;
  expect(kind('.'.repeat(81))).toBe('empty');
  expect(kind(`11${'.'.repeat(79)}`)).toBe('clash');
  expect(kind(`12345678.${'.'.repeat(8)}9${'.'.repeat(63)}`)).toBe('none');
  expect(kind(`1${'.'.repeat(80)}`)).toBe('several');
  expect(kind(MOST)).toBe('grid');
  expect(kind(PUZZLE)).toBe('puzzle');
});

test('symmetries are described in both languages', () => {
  settings.language = 'en';
  expect(describeCells(HALF)).toBe('rotated by 180°');
  expect(describeDigits(HALF)).toBe('digits unchanged');
  const one: Symmetry = {
    transpose: true,
    rows: [1, 0, 2, 3, 4, 5, 6, 7, 8],
    columns: SAME,
    digits: [2, 3, 1, 4, 5, 6, 7, 8, 9],
  };
  expect(describeCells(one)).toBe('reflected in the main diagonal; rows 1→2→1');
  expect(describeDigits(one)).toBe('digits 1→2→3→1');
  settings.language = 'zh';
  expect(`${describeCells(one)}|${describeDigits(one)}`).toBe('沿主对角线翻转；行 1→2→1|数字 1→2→3→1');
  settings.language = 'en';
});
