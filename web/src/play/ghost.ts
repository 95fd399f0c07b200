/** An earlier run of the same puzzle, to play against: how far it was after how much time. */

import type { Frame } from './frames';

/** How many cells were filled after a time. */
export const filledAt = (frames: readonly Frame[], time: number): number =>
  (frames.findLast((frame) => frame.time <= time) ?? frames[0]!).board.digits.filter(Boolean).length;
