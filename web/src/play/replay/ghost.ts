/** An earlier run of the same puzzle, to play against: how far it was after how much time. */

import { isSolved } from '../../shared/core/rules';
import { framesOf, type Frame } from './frames';

/** The run up to the win; moves after it do not count. */
export function ghostOf(text: string): Frame[] {
  const frames = framesOf(text);
  const won = frames.findIndex(({ board }) => isSolved(board.digits));
  return won < 0 ? frames : frames.slice(0, won + 1);
}

/** How many cells were filled after a time. */
export const filledAt = (frames: readonly Frame[], time: number): number =>
  (frames.findLast((frame) => frame.time <= time) ?? frames[0]!).board.digits.filter(Boolean).length;
