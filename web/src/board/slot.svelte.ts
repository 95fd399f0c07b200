/** The view of one cell as reactive state, so that only cells whose view changed are drawn again. */

import type { CellView } from './view';

export class Slot {
  view: CellView = $state.raw(null!);

  constructor(view: CellView) {
    this.view = view;
  }
}
