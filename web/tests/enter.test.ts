import { beforeAll, expect, test } from 'vitest';
import { CELLS } from '../src/shared/core/geometry';
import { candidatesOf, isSolved } from '../src/shared/core/rules';
import { listOf } from '../src/shared/core/digits';
import { readGrid, writeLine } from '../src/shared/core/grid-text';
import { mrv } from '../src/enter/mrv';
import { studyHoles } from '../src/kernel/holes';
import { report } from '../src/enter/report';
import { BANDS, clueCount, generate, type Band } from '../src/kernel/generate';
import { gradedPuzzle } from '../src/kernel/graded';
import { DIFFICULTIES } from '../src/shared/core/levels';
import type { Kernel } from '../src/kernel/kernel';
import { kernel as load, PUZZLE } from './kernel';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await load();
});

/** A slow, literal implementation of the definition: the number of writes up to the first solution, or null. */
function iterations(givens: number[]): number | null {
  const grid = [...givens];
  let list = CELLS.filter((cell) => !grid[cell]);
  const written: [number, number[]][] = [];
  for (let count = 0; ;) {
    if (!list.length) return count;
    const sizes = list.map((cell) => listOf(candidatesOf(grid, cell)).length);
    const cell = list[sizes.indexOf(Math.min(...sizes))]!;
    const [digit, ...others] = listOf(candidatesOf(grid, cell));
    if (digit) {
      list = list.filter((other) => other !== cell);
      grid[cell] = digit;
      written.push([cell, others]);
      count++;
      continue;
    }
    while (written.length && !written.at(-1)![1].length) {
      const [last] = written.pop()!;
      grid[last] = 0;
      list.push(last);
    }
    if (!written.length) return null;
    const [last, untried] = written.at(-1)!;
    grid[last] = untried.shift()!;
    count++;
  }
}

const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

test.each([PUZZLE, HARD, '.'.repeat(81)])('mrv iterates as its definition says: %s', (line) => {
  const givens = readGrid(line);
  let count = 0;
  const grid = [...givens];
  for (const event of mrv(givens)) {
    if (event.kind === 'solution') break;
    if (event.kind === 'place' || event.kind === 'guess') count++;
    if (event.kind !== 'conflict') grid[event.cell!] = event.kind === 'remove' ? 0 : event.digit;
  }
  expect(isSolved(grid)).toBe(true);
  expect(count).toBe(iterations(givens));
});

test('mrv ends if there is no solution', () => {
  const events = [...mrv(readGrid('12345678.........9' + '.'.repeat(63)))];
  expect(events.some((event) => event.kind === 'solution')).toBe(false);
});

test('the report: one, none, several, clash', () => {
  expect(report(kernel, readGrid(PUZZLE)).kind).toBe('one');
  expect(report(kernel, readGrid('11' + '.'.repeat(79)))).toMatchObject({
    kind: 'clash',
    clash: { digit: 1, cells: [0, 1] },
  });
  const many = report(kernel, readGrid('1' + '.'.repeat(80)));
  expect(many.kind).toBe('several');
  if (many.kind === 'several') expect(many.solutions.every(isSolved)).toBe(true);
});

test('without a solution, the reported clues are a minimal conflicting set', () => {
  const digits = readGrid('12345678.........9' + '.'.repeat(61) + '3.');
  const found = report(kernel, digits);
  const clues = found.kind === 'none' ? found.clues : [];
  const named = digits.map((digit, cell) => (clues.includes(cell) ? digit : 0));
  expect(clues).toContain(17);
  expect(kernel.solve(named, 1).count).toBe(0);
  for (const cell of clues) expect(kernel.solve(named.with(cell, 0), 1).count).toBe(1);
});

test.each(Object.keys(BANDS) as Band[])('%s puzzles have one solution and a clue count in the band', (difficulty) => {
  for (let seed = 0; seed < 5; seed++) {
    const { puzzle, solution } = generate(kernel, { fewest: BANDS[difficulty][0], most: BANDS[difficulty][1] }, seed);
    expect(kernel.solve(puzzle, 2)).toEqual({ count: 1, solution });
    expect(clueCount(puzzle)).toBeGreaterThanOrEqual(BANDS[difficulty][0]);
    expect(clueCount(puzzle)).toBeLessThanOrEqual(BANDS[difficulty][1]);
    expect(readGrid(writeLine(puzzle))).toEqual(puzzle);
  }
});

test('puzzles are those of the package: uniform grids and digging under the same seed', () => {
  // shudu.generate(30, seed=5).line
  const line = '7.8....143.68.75..25.9.......3...........28..4.765..3.....94.68....8.9575......2.';
  expect(writeLine(generate(kernel, { fewest: 30, most: 30 }, 5).puzzle)).toBe(line);
});

test('without a test, puzzles may have several solutions, and more of them with fewer clues', () => {
  const { puzzle, solution } = generate(kernel, { fewest: 28, most: 28, blind: true }, 3);
  expect(clueCount(puzzle)).toBe(28);
  expect(puzzle.every((digit, cell) => !digit || digit === solution[cell])).toBe(true);
  const shares = studyHoles(kernel, { grids: 200, clues: [70, 50, 40, 28], seed: 1 }).map(
    ({ several }) => several / 200,
  );
  expect(shares).toEqual([...shares].sort());
  expect(shares[0]).toBeLessThan(0.05);
  expect(shares[2]).toBeGreaterThan(0.5);
  expect(shares[3]).toBeGreaterThan(0.95);
});

test('puzzles of a difficulty are images of graded ones, also without a server', async () => {
  for (const difficulty of DIFFICULTIES) {
    const [one, other] = [await gradedPuzzle(difficulty), await gradedPuzzle(difficulty)];
    expect(one).not.toEqual(other);
    expect(kernel.solve(one, 2).count).toBe(1);
    const [fewest, most] = difficulty === 'easy' ? [38, 55] : difficulty === 'medium' ? [28, 37] : [17, 27];
    expect([clueCount(one) >= fewest, clueCount(one) <= most]).toEqual([true, true]);
  }
});
