/** The result of a finished game. Moves after the finish do not count. */

import { play, startGame, timePlayed, type Game, type Help } from './game';
import type { Cell } from '../shared/core/geometry';
import { parseMove } from './move';

export interface Result {
  time: number;
  help: Help;
  hints: number;
  /** The number of digits entered that differ from the final ones. */
  mistakes: number;
  moves: number;
  pauses: number;
}

export function resultOf(game: Game): Result {
  let played = startGame(game.puzzle);
  for (const { at, move } of game.moves) {
    if (played.finished !== null) break;
    played = play(played, move, at);
  }
  const moves = played.moves.map(({ move }) => parseMove(move));
  const placements = moves.filter(({ action }) => action === 'place');
  return {
    time: timePlayed(played),
    help: played.help,
    hints: played.hints.steps + played.hints.candidates,
    mistakes: placements.filter(({ cells, digit }) => played.board.digits[cells[0]!] !== digit).length,
    moves: moves.length,
    pauses: moves.filter(({ action }) => action === 'pause').length,
  };
}

/** The cell before whose digit the player thought longest, and for how long; pauses do not count. */
export interface Thought {
  cell: Cell;
  time: number;
}

/** Return how long the player thought before each digit, in order of play. */
export function thoughtsOf(game: Game): Thought[] {
  const thoughts: Thought[] = [];
  let played = startGame(game.puzzle);
  let before = 0;
  for (const { at, move } of game.moves) {
    if (played.finished !== null) break;
    played = play(played, move, at);
    const { action, cells } = parseMove(move);
    const time = timePlayed(played);
    if (action === 'place') thoughts.push({ cell: cells[0]!, time: time - before });
    if (action !== 'pause' && action !== 'resume') before = time;
  }
  return thoughts;
}

/** Return the longest thought, or null if no digit was placed. */
export const longestThought = (game: Game): Thought | null =>
  thoughtsOf(game).reduce<Thought | null>(
    (longest, each) => (longest && longest.time >= each.time ? longest : each),
    null,
  );
