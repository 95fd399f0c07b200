/** The last import, for other screens to use. */

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
