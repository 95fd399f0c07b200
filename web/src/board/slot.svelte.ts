/** The view of one cell as reactive state, so that only changed cells are drawn again. */

import type { CellView } from './view';

export class Slot {
  view: CellView = $state.raw(null!);

  constructor(view: CellView) {
    this.view = view;
  }
}
