/** A game: a puzzle and timed moves, from which everything else follows. Immutable: each move returns a new game. */

import { isSolved } from '../shared/core/rules';
import { readGrid, writeLine } from '../shared/core/grid-text';
import { boardAfter, boardOf, changesBoard, isSame, type Board } from './board';
import { BadMove, moveText, parseMove, type Move } from './move';

export type CheckMode = 'end' | 'rules' | 'solution';
export const HELPS = ['none', 'candidates', 'check', 'step'] as const;
export type Help = (typeof HELPS)[number];

/** Milliseconds since the start, pauses included, and the move's text. */
export interface TimedMove {
  at: number;
  move: string;
}

export interface Game {
  puzzle: readonly number[];
  board: Board;
  moves: readonly TimedMove[];
  past: readonly Board[];
  future: readonly Board[];
  check: CheckMode;
  hints: { candidates: number; steps: number; open: number };
  help: Help;
  checkpoints: readonly (readonly [string, Board])[];
  pausedSince: number | null;
  pausedFor: number;
  finished: number | null;
}

const MOST_CHECKPOINTS = 99;

export const startGame = (puzzle: readonly number[]): Game => ({
  puzzle,
  board: boardOf(puzzle),
  moves: [],
  past: [],
  future: [],
  check: 'end',
  hints: { candidates: 0, steps: 0, open: 0 },
  help: 'none',
  checkpoints: [],
  pausedSince: null,
  pausedFor: 0,
  finished: null,
});

/** The time of the last move. */
export const lastAt = (game: Game): number => game.moves.at(-1)?.at ?? 0;

/** Return the milliseconds played until `now` or the finish, without pauses. */
export function timePlayed(game: Game, now: number = lastAt(game)): number {
  if (game.finished !== null) return game.finished - game.pausedFor;
  return (game.pausedSince ?? now) - game.pausedFor;
}

/** Return the game after one more move; throws BadMove if it is illegal. */
export function play(game: Game, text: string, at: number): Game {
  const move = parseMove(text);
  if (at < lastAt(game) || at > Number.MAX_SAFE_INTEGER) throw new BadMove('time');
  if (game.pausedSince !== null && move.action !== 'resume') throw new BadMove('paused');
  const after = changesBoard(move.action)
    ? withBoard(game, boardAfter(game.board, move))
    : GAME_CHANGES[word(move)]!(game, move, at);
  return record(after, move, at, game);
}

/** Rebuild a game from its text: the puzzle's line, then one timed move per line. */
export function parseGame(text: string): Game {
  const [line = '', ...moves] = text.split('\n');
  let game = startGame(readGrid(line));
  for (const timedMove of moves) {
    const match = /^(\d{1,16}) (.+)$/.exec(timedMove);
    if (!match) throw new BadMove('malformed');
    game = play(game, match[2]!, Number(match[1]));
  }
  return game;
}

/** Return the game as text. */
export const gameText = (game: Game): string =>
  [writeLine(game.puzzle), ...game.moves.map(({ at, move }) => `${at} ${move}`)].join('\n');

const word = ({ action }: Move): string => (action.startsWith('check:') && action !== 'check:now' ? 'mode' : action);

const withBoard = (game: Game, board: Board): Game => ({
  ...game,
  board,
  past: [...game.past, game.board],
  future: [],
});

/** Record a move: its text, the help used, closed hints and the finish. */
function record(after: Game, move: Move, at: number, before: Game): Game {
  const differs =
    after.board.digits.some((digit, cell) => digit !== before.board.digits[cell]) ||
    after.board.crossed.some((set, cell) => set !== before.board.crossed[cell]);
  return {
    ...after,
    moves: [...before.moves, { at, move: moveText(move) }],
    hints: differs ? { ...after.hints, open: 0 } : after.hints,
    finished: before.finished ?? (isSolved(after.board.digits) ? at : null),
    help: before.finished === null ? most(before.help, helpOf(move)) : before.help,
  };
}

const most = (one: Help, other: Help): Help => (HELPS.indexOf(one) >= HELPS.indexOf(other) ? one : other);

function helpOf({ action, argument }: Move): Help {
  if (action === 'hint') return argument ? 'step' : 'candidates';
  if (action === 'notes:fill' || action === 'notes:auto') return 'candidates';
  return ['check:rules', 'check:solution', 'check:now', 'back'].includes(action) ? 'check' : 'none';
}

type GameChange = (game: Game, move: Move, at: number) => Game;

const undo: GameChange = (game) => {
  const board = game.past.at(-1);
  if (!board) throw new BadMove('nothing');
  return { ...game, board, past: game.past.slice(0, -1), future: [...game.future, game.board] };
};

const redo: GameChange = (game) => {
  const board = game.future.at(-1);
  if (!board) throw new BadMove('nothing');
  return { ...game, board, past: [...game.past, game.board], future: game.future.slice(0, -1) };
};

const back: GameChange = (game, move, at) => {
  for (let count = Number(move.argument); count; count--) game = undo(game, move, at);
  return game;
};

const pause: GameChange = (game, _, at) => {
  if (game.finished !== null) throw new BadMove('finished');
  return { ...game, pausedSince: at };
};

const resume: GameChange = (game, _, at) => {
  if (game.pausedSince === null) throw new BadMove('same');
  return { ...game, pausedSince: null, pausedFor: game.pausedFor + (at - game.pausedSince) };
};

const mode: GameChange = (game, { action }) => {
  const check = action.slice('check:'.length) as CheckMode;
  if (check === game.check) throw new BadMove('same');
  return { ...game, check };
};

const hint: GameChange = (game, { argument, cells }) => {
  const { hints } = game;
  if (!argument) {
    if (game.board.digits[cells[0]!]) throw new BadMove('filled');
    return { ...game, hints: { ...hints, candidates: hints.candidates + 1 } };
  }
  const stage = Number(argument);
  if (stage !== hints.open + 1) throw new BadMove('level');
  return { ...game, hints: { ...hints, open: stage, steps: hints.steps + (stage === 1 ? 1 : 0) } };
};

const checkpoint: GameChange = (game, { argument }) => {
  const boards = new Map([...game.checkpoints, [argument, game.board]]);
  if (boards.size > MOST_CHECKPOINTS) throw new BadMove('many');
  return { ...game, checkpoints: [...boards] };
};

const comeBack: GameChange = (game, { argument }) => {
  const board = new Map(game.checkpoints).get(argument);
  if (!board) throw new BadMove('unknown');
  if (isSame(board, game.board)) throw new BadMove('same');
  return withBoard(game, board);
};

const GAME_CHANGES: Record<string, GameChange> = {
  undo,
  redo,
  back,
  pause,
  resume,
  mode,
  'check:now': (game) => game,
  hint,
  checkpoint,
  return: comeBack,
};
