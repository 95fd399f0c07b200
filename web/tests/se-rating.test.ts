import { expect, test } from 'vitest';
import { readGrid } from '../src/shared/core/grid-text';
import { kernel, PUZZLE } from './kernel';

test('the kernel rates puzzles in the page as Sudoku Explainer does', async () => {
  const engine = await kernel();
  expect(engine.rate(readGrid(PUZZLE), 0)).toEqual({ er: 4.2, ep: 4.2, ed: 2.6 });
  const hard = readGrid('..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75');
  expect(engine.rate(hard, 0)).toEqual({ er: 8.3, ep: 1.2, ed: 1.2 });
  expect(engine.rate(hard, 3)).toBeNull();
  expect(engine.solve(hard).count).toBe(1);
});
