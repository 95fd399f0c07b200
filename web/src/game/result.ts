/** The result of a finished game. Moves after the finish do not count. */

import { play, startGame, timePlayed, type Game, type Help } from './game';
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
