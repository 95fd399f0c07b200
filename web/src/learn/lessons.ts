/** The tutorial: an easy puzzle with five lessons, then the rest alone. */

import { parseCell } from '../game/move';
import type { Cell, Digit } from '../shared/core/geometry';
import { readGrid } from '../shared/core/grid-text';

export const PUZZLE: readonly number[] = readGrid(
  '952.46381483195.677612839.4647.2.8355294.817.1.8..7.923158647298.4.72613276319548',
);

export interface Lesson {
  key: 'row' | 'column' | 'box' | 'hidden' | 'naked';
  cell: Cell;
  digit: Digit;
  /** The houses to look at. */
  houses: readonly number[];
}

const row = (number: number) => number - 1;
const column = (number: number) => 8 + number;
const box = (number: number) => 17 + number;

/** Each lesson holds once the digits of those before it are placed. */
export const LESSONS: readonly Lesson[] = [
  { key: 'row', cell: parseCell('r1c4'), digit: 7, houses: [row(1)] },
  { key: 'column', cell: parseCell('r5c9'), digit: 6, houses: [column(9)] },
  { key: 'box', cell: parseCell('r8c2'), digit: 9, houses: [box(7)] },
  { key: 'hidden', cell: parseCell('r6c4'), digit: 6, houses: [box(5)] },
  { key: 'naked', cell: parseCell('r4c4'), digit: 9, houses: [row(4), column(4)] },
];
