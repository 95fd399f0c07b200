/** The symmetries of Sudoku: transpose, then permute rows and columns, then relabel digits. */

import { CELLS, columnOf, rowOf, type Cell } from './geometry';
import type { Digits } from './rules';

/** The symmetries that the clues of a puzzle can have. */
export const CLUE_SYMMETRIES = [
  'none',
  'rotate180',
  'rotate90',
  'horizontal',
  'vertical',
  'diagonal',
  'antidiagonal',
  'both',
] as const;
export type ClueSymmetry = (typeof CLUE_SYMMETRIES)[number];

export interface Symmetry {
  transpose: boolean;
  /** Row r of the image is row `rows[r]` of the (transposed) original; likewise for columns. */
  rows: readonly number[];
  columns: readonly number[];
  /** Digit d becomes `digits[d - 1]`. */
  digits: readonly number[];
}

const SAME = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const BACKWARDS = [8, 7, 6, 5, 4, 3, 2, 1, 0];

/** Decode the kernel's 28 bytes. */
export const readSymmetry = (bytes: Uint8Array): Symmetry => ({
  transpose: bytes[0] === 1,
  rows: [...bytes.slice(1, 10)],
  columns: [...bytes.slice(10, 19)],
  digits: [...bytes.slice(19, 28)],
});

/** Return the cell of the original that is mapped to `cell`. */
export function source({ transpose, rows, columns }: Symmetry, cell: Cell): Cell {
  const [row, column] = [rows[rowOf(cell)]!, columns[columnOf(cell)]!];
  return transpose ? 9 * column + row : 9 * row + column;
}

/** Return the image of a grid. */
export const apply = (symmetry: Symmetry, grid: Digits): number[] =>
  CELLS.map((cell) => {
    const digit = grid[source(symmetry, cell)]!;
    return digit && symmetry.digits[digit - 1]!;
  });

/** Return the symmetry that applies `first`, then `second`. */
export function compose(first: Symmetry, second: Symmetry): Symmetry {
  const [rows, columns] = second.transpose ? [first.columns, first.rows] : [first.rows, first.columns];
  return {
    transpose: first.transpose !== second.transpose,
    rows: second.rows.map((row) => rows[row]!),
    columns: second.columns.map((column) => columns[column]!),
    digits: first.digits.map((digit) => second.digits[digit - 1]!),
  };
}

/** Return the inverse of a symmetry. */
export function inverse({ transpose, rows, columns, digits }: Symmetry): Symmetry {
  const [backRows, backColumns] = [SAME.map((i) => rows.indexOf(i)), SAME.map((i) => columns.indexOf(i))];
  return {
    transpose,
    rows: transpose ? backColumns : backRows,
    columns: transpose ? backRows : backColumns,
    digits: SAME.map((i) => digits.indexOf(i + 1) + 1),
  };
}

/** Return the cycles of a permutation of nine lines or digits, without fixed points. */
export function cycles(next: (from: number) => number): number[][] {
  const result: number[][] = [];
  const visited = new Set<number>();
  for (const start of SAME) {
    const cycle: number[] = [];
    for (let at = start; !visited.has(at); at = next(at)) {
      visited.add(at);
      cycle.push(at);
    }
    if (cycle.length > 1) result.push(cycle);
  }
  return result;
}

/** Return the orbit of a cell under repeated application of a symmetry. */
export function orbit(symmetry: Symmetry, cell: Cell): Cell[] {
  const back = inverse(symmetry);
  const cells = [cell];
  for (let at = source(back, cell); at !== cell; at = source(back, at)) cells.push(at);
  return cells;
}

/** Return the order of a symmetry: how many applications give the identity. */
export function orderOf(symmetry: Symmetry): number {
  const lengths = [
    ...CELLS.map((cell) => orbit(symmetry, cell).length),
    ...cycles((digit) => symmetry.digits[digit]! - 1).map((cycle) => cycle.length),
  ];
  return [...new Set(lengths)].reduce((a, b) => (a * b) / divisor(a, b), 1);
}

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);

export type Motion = 'identity' | 'half' | 'right' | 'left' | 'horizontal' | 'vertical' | 'diagonal' | 'antidiagonal';

const MOTIONS: readonly [Motion, boolean, readonly number[], readonly number[]][] = [
  ['identity', false, SAME, SAME],
  ['half', false, BACKWARDS, BACKWARDS],
  ['right', true, SAME, BACKWARDS],
  ['left', true, BACKWARDS, SAME],
  ['horizontal', false, BACKWARDS, SAME],
  ['vertical', false, SAME, BACKWARDS],
  ['diagonal', true, SAME, SAME],
  ['antidiagonal', true, BACKWARDS, BACKWARDS],
];

/** Return the geometric motion of the square that moves the cells alike, if there is one. */
export const motionOf = ({ transpose, rows, columns }: Symmetry): Motion | null =>
  MOTIONS.find(([, turned, a, b]) => turned === transpose && `${a}` === `${rows}` && `${b}` === `${columns}`)?.[0] ??
  null;
