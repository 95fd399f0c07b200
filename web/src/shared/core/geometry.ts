/** Cells 0–80 row by row, houses 0–26: rows, columns, boxes. */

export type Cell = number;
export type Digit = number;

export const CELLS: readonly Cell[] = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS: readonly Digit[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const rowOf = (cell: Cell): number => Math.floor(cell / 9);
export const columnOf = (cell: Cell): number => cell % 9;
export const boxOf = (cell: Cell): number => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

/** The row, column and box of each cell. */
export const HOUSES_OF: readonly (readonly number[])[] = CELLS.map((cell) => [
  rowOf(cell),
  9 + columnOf(cell),
  18 + boxOf(cell),
]);

/** The nine cells of each house. */
export const HOUSES: readonly (readonly Cell[])[] = Array.from({ length: 27 }, (_, house) =>
  CELLS.filter((cell) => HOUSES_OF[cell]!.includes(house)),
);

/** The twenty cells that share a house with each cell. */
export const PEERS: readonly (readonly Cell[])[] = CELLS.map((cell) => {
  const peers = new Set(HOUSES_OF[cell]!.flatMap((house) => HOUSES[house]!));
  peers.delete(cell);
  return [...peers].sort((one, other) => one - other);
});

/** The name of a house: `r3`, `c5` or `b2`. */
export const houseName = (house: number): string => `${'rcb'[Math.floor(house / 9)]}${(house % 9) + 1}`;

/** Return the house with a name. */
export const parseHouse = (name: string): number => 9 * 'rcb'.indexOf(name[0]!) + Number(name[1]) - 1;

/** The name of a cell, such as `r3c5`. */
export const cellName = (cell: Cell): string => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;
