/** The positions of a game, move by move. */

import { readGrid } from '../../shared/core/grid-text';
import type { Board } from '../../game/board';
import { play, startGame, timePlayed } from '../../game/game';

export interface Frame {
  board: Board;
  /** Milliseconds played. */
  time: number;
  /** The move before this position; empty at the start. */
  move: string;
}

export function framesOf(text: string): Frame[] {
  const [line = '', ...moves] = text.split('\n');
  let game = startGame(readGrid(line));
  const frames: Frame[] = [{ board: game.board, time: 0, move: '' }];
  for (const timedMove of moves) {
    const gap = timedMove.indexOf(' ');
    const move = timedMove.slice(gap + 1);
    game = play(game, move, Number(timedMove.slice(0, gap)));
    frames.push({ board: game.board, time: timePlayed(game), move });
  }
  return frames;
}

const MOST_THOUGHTS = 5;
const NOTABLE = 1000; // milliseconds; less is no thinking

/** The moves before which the player thought longest, in order of play. */
export const longestThoughts = (frames: readonly Frame[]): { index: number; time: number }[] =>
  frames
    .map(({ time }, index) => ({ index, time: index ? time - frames[index - 1]!.time : 0 }))
    .filter(({ time }) => time >= NOTABLE)
    .sort((one, other) => other.time - one.time)
    .slice(0, MOST_THOUGHTS)
    .sort((one, other) => one.index - other.index);
