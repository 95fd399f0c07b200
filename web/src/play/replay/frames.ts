/** A game move by move. */

import { readGrid } from '../../shared/core/grid-text';
import type { Board } from '../../game/board';
import { play, startGame, timePlayed } from '../../game/game';

export interface Frame {
  board: Board;
  /** Milliseconds played. */
  time: number;
  /** The move that led here; empty at the start. */
  move: string;
}

export function framesOf(text: string): Frame[] {
  const [line = '', ...moves] = text.split('\n');
  let game = startGame(readGrid(line));
  const frames: Frame[] = [{ board: game.board, time: 0, move: '' }];
  for (const written of moves) {
    const gap = written.indexOf(' ');
    const move = written.slice(gap + 1);
    game = play(game, move, Number(written.slice(0, gap)));
    frames.push({ board: game.board, time: timePlayed(game), move });
  }
  return frames;
}
