/** A game: a puzzle and timed moves. Everything else follows from them; each move gives a new game. */

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

/** When the last move was made. */
export const lastAt = (game: Game): number => game.moves.at(-1)?.at ?? 0;

/** Milliseconds played until `now`, without pauses; they end with the finish. */
export function timePlayed(game: Game, now: number = lastAt(game)): number {
  if (game.finished !== null) return game.finished - game.pausedFor;
  return (game.pausedSince ?? now) - game.pausedFor;
}

/** The game after one more move; throws BadMove, and then nothing has changed. */
export function play(game: Game, text: string, at: number): Game {
  const move = parseMove(text);
  if (at < lastAt(game) || at > Number.MAX_SAFE_INTEGER) throw new BadMove('time');
  if (game.pausedSince !== null && move.action !== 'resume') throw new BadMove('paused');
  const after = changesBoard(move.action)
    ? changed(game, boardAfter(game.board, move))
    : WORDS[word(move)]!(game, move, at);
  return noted(after, move, at, game);
}

/** Plays a game again from its text: the puzzle's line, then one timed move a line. */
export function parseGame(text: string): Game {
  const [line = '', ...moves] = text.split('\n');
  let game = startGame(readGrid(line));
  for (const written of moves) {
    const found = /^(\d{1,16}) (.+)$/.exec(written);
    if (!found) throw new BadMove('malformed');
    game = play(game, found[2]!, Number(found[1]));
  }
  return game;
}

/** The game as text. */
export const gameText = (game: Game): string =>
  [writeLine(game.puzzle), ...game.moves.map(({ at, move }) => `${at} ${move}`)].join('\n');

const word = ({ action }: Move): string => (action.startsWith('check:') && action !== 'check:now' ? 'mode' : action);

const changed = (game: Game, board: Board): Game => ({ ...game, board, past: [...game.past, game.board], future: [] });

/** Records a move: its line, the help used, closed hints and the finish. */
function noted(after: Game, move: Move, at: number, before: Game): Game {
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

type Deed = (game: Game, move: Move, at: number) => Game;

const undo: Deed = (game) => {
  const board = game.past.at(-1);
  if (!board) throw new BadMove('nothing');
  return { ...game, board, past: game.past.slice(0, -1), future: [...game.future, game.board] };
};

const redo: Deed = (game) => {
  const board = game.future.at(-1);
  if (!board) throw new BadMove('nothing');
  return { ...game, board, past: [...game.past, game.board], future: game.future.slice(0, -1) };
};

const back: Deed = (game, move, at) => {
  for (let count = Number(move.argument); count; count--) game = undo(game, move, at);
  return game;
};

const pause: Deed = (game, _, at) => {
  if (game.finished !== null) throw new BadMove('finished');
  return { ...game, pausedSince: at };
};

const resume: Deed = (game, _, at) => {
  if (game.pausedSince === null) throw new BadMove('same');
  return { ...game, pausedSince: null, pausedFor: game.pausedFor + (at - game.pausedSince) };
};

const mode: Deed = (game, { action }) => {
  const check = action.slice('check:'.length) as CheckMode;
  if (check === game.check) throw new BadMove('same');
  return { ...game, check };
};

const hint: Deed = (game, { argument, cells }) => {
  const { hints } = game;
  if (!argument) {
    if (game.board.digits[cells[0]!]) throw new BadMove('filled');
    return { ...game, hints: { ...hints, candidates: hints.candidates + 1 } };
  }
  const level = Number(argument);
  if (level !== hints.open + 1) throw new BadMove('level');
  return { ...game, hints: { ...hints, open: level, steps: hints.steps + (level === 1 ? 1 : 0) } };
};

const checkpoint: Deed = (game, { argument }) => {
  const kept = new Map([...game.checkpoints, [argument, game.board]]);
  if (kept.size > MOST_CHECKPOINTS) throw new BadMove('many');
  return { ...game, checkpoints: [...kept] };
};

const comeBack: Deed = (game, { argument }) => {
  const board = new Map(game.checkpoints).get(argument);
  if (!board) throw new BadMove('unknown');
  if (isSame(board, game.board)) throw new BadMove('same');
  return changed(game, board);
};

const WORDS: Record<string, Deed> = {
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
