/** The place of one cell on a board: who draws it is told when its view is another, and only then. */

import type { CellView } from './view';

export class Slot {
  view: CellView = $state.raw(null!);

  constructor(view: CellView) {
    this.view = view;
  }
}
