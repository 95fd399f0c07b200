import { expect, test } from 'vitest';
import { readMake, readSolve, writeMake, writeSolve } from '../src/lab/setup/links';
import { readGrid } from '../src/shared/core/grid-text';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const parts = (address: string) => address.split('/').slice(2);

test('links to moments survive the round trip', () => {
  const address = {
    puzzle: readGrid(EASY),
    algorithms: ['mrv+propagate', 'rows'],
    limit: 'all' as const,
    seed: 7,
    moment: 812,
  };
  expect(readSolve(parts(writeSolve(address)))).toEqual(address);
  const made = {
    methods: ['dig'],
    seed: 5,
    moment: 12,
    clues: 24,
    symmetry: 'rotate180' as const,
    grid: 'template',
    difficulty: null,
  };
  expect(readMake(parts(writeMake(made)))).toEqual(made);
  const three = {
    ...made,
    methods: ['template', 'backtrack', 'digits'],
    clues: 28,
    symmetry: 'none' as const,
    grid: 'uniform',
  };
  expect(readMake(parts(writeMake(three)))).toEqual(three);
  const graded = { ...three, methods: ['graded-puzzle'], difficulty: 'hard' as const };
  expect(writeMake(graded)).toBe('lab/make/graded-puzzle/5/12/hard');
  expect(readMake(parts(writeMake(graded)))).toEqual(graded);
});

test('a link with only a puzzle starts no run', () => {
  expect(writeSolve({ puzzle: readGrid(EASY), algorithms: [], limit: '1', seed: 0, moment: 0 })).toBe(
    `lab/solve/${EASY}`,
  );
  expect(readSolve([EASY])).toMatchObject({ algorithms: [], moment: 0 });
});

test('invalid links are rejected or corrected', () => {
  expect(readSolve(['12345'])).toBeNull();
  expect(readSolve([EASY, '%E0%A4%A'])).toBeNull();
  expect(readSolve([EASY, 'mrv,mrv,rows,a,b', '9', '-1', 'x'])).toMatchObject({
    algorithms: ['mrv', 'rows', 'a'],
    limit: '1',
    seed: 0,
    moment: 0,
  });
  expect(readMake(['<b>'])).toBeNull();
  expect(readMake(['seeds', '7'])).toMatchObject({ methods: ['graded'], seed: 7 });
  expect(readMake(['dig', '1', '2', '3', 'spiral'])).toMatchObject({ clues: 17, symmetry: 'none' });
});
