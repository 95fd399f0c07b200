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
