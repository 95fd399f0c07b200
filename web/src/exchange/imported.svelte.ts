/** The Sudokus read last, so that another screen can take them. */

import type { Sheet } from './sheet';

let sheets = $state.raw<Sheet[]>([]);

export const imported = {
  get sheets(): Sheet[] {
    return sheets;
  },
  set sheets(read: Sheet[]) {
    sheets = read;
  },
};
