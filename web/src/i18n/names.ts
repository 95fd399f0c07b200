/** Houses and cells in words. */

import { t } from '.';
import { columnOf, rowOf, type Cell } from '../core/geometry';

const KINDS = ['house.row', 'house.column', 'house.box'] as const;

/** "row 3", "column 5", "box 2". */
export const houseName = (house: number): string => t(KINDS[Math.floor(house / 9)]!, { n: (house % 9) + 1 });

/** "row 3, column 5". */
export const cellWords = (cell: Cell): string =>
  t('cell.row', { n: rowOf(cell) + 1 }) + t('list.comma') + t('cell.column', { n: columnOf(cell) + 1 });
