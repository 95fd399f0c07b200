/** The ghost: an earlier run of the same puzzle to play against. */

import { isSolved } from '../../shared/core/rules';
import { framesOf, type Frame } from './frames';

/** Return the run up to the finish; later moves do not count. */
export function ghostOf(text: string): Frame[] {
  const frames = framesOf(text);
  const won = frames.findIndex(({ board }) => isSolved(board.digits));
  return won < 0 ? frames : frames.slice(0, won + 1);
}

/** Return how many cells were filled after a time. */
export const filledAt = (frames: readonly Frame[], time: number): number =>
  (frames.findLast((frame) => frame.time <= time) ?? frames[0]!).board.digits.filter(Boolean).length;
