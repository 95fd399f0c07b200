/** Links end at the rims of their candidates and stay on the board, whatever they connect. */

import { describe, expect, it } from 'vitest';
import { pathOf } from '../src/board/link-path';
import { CELLS, columnOf, DIGITS, rowOf } from '../src/shared/core/geometry';

const link = (from: [number, number], to: [number, number]) => ({
  from: { cell: from[0], digit: from[1] },
  to: { cell: to[0], digit: to[1] },
  strong: true,
});
const middle = (cell: number, digit: number) => [
  columnOf(cell) + (((digit - 1) % 3) * 2 + 1) / 6,
  rowOf(cell) + (Math.floor((digit - 1) / 3) * 2 + 1) / 6,
];
const pointsOf = (path: string) =>
  path.match(/[\d.-]+/g)!.map(Number) as [number, number, number, number, number, number];

describe('links', () => {
  it('leave the candidates they connect readable', () => {
    for (const to of [0, 8, 40, 72, 80].flatMap((cell) => DIGITS.map((digit) => [cell, digit] as [number, number]))) {
      if (to[0] === 4 && to[1] === 3) continue;
      const [x1, y1, , , x2, y2] = pointsOf(pathOf(link([4, 3], to)));
      const [a, b] = [middle(4, 3), middle(...to)];
      expect(Math.hypot(x1 - a[0]!, y1 - a[1]!)).toBeGreaterThan(0.12);
      expect(Math.hypot(x2 - b[0]!, y2 - b[1]!)).toBeGreaterThan(0.12);
    }
  });

  it('stay on the board and in their row or column', () => {
    for (const digit of DIGITS)
      for (const cell of CELLS) {
        for (const other of CELLS.filter((each) => each !== cell && columnOf(each) === columnOf(cell))) {
          const [x1, , control] = pointsOf(pathOf(link([cell, digit], [other, digit])));
          const furthest = (x1 + control) / 2;
          expect(furthest).toBeGreaterThan(columnOf(cell));
          expect(furthest).toBeLessThan(columnOf(cell) + 1);
        }
      }
  });
});
