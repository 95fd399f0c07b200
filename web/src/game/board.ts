/** The board of a game: everything undo restores, and the one function that applies a move to it. */

import { has, type DigitSet } from '../shared/core/digits';
import { CELLS, PEERS, type Cell } from '../shared/core/geometry';
import { candidatesOf } from '../shared/core/rules';
import { BadMove, type Move } from './move';

export const COLOURS = 'ABCDEFGH';

/** Sets of digits per cell; colours are 0 for none, 1–8 for A–H. A candidate's colour is at 9 · cell + digit − 1. */
export interface Board {
  digits: readonly number[];
  givens: readonly boolean[];
  centre: readonly DigitSet[];
  corner: readonly DigitSet[];
  crossed: readonly DigitSet[];
  cellColours: readonly number[];
  candidateColours: readonly number[];
  /** Auto notes are on: centre marks follow the digits. */
  auto: boolean;
  /** Notes were filled at least once. */
  noted: boolean;
}

const NONE: readonly number[] = CELLS.map(() => 0);
const PLAIN: readonly number[] = Array.from({ length: 729 }, () => 0);

export const boardOf = (puzzle: readonly number[]): Board => ({
  digits: [...puzzle],
  givens: puzzle.map(Boolean),
  centre: NONE,
  corner: NONE,
  crossed: NONE,
  cellColours: NONE,
  candidateColours: PLAIN,
  auto: false,
  noted: false,
});

/** Return the digits that no peer holds and the player has not crossed out; none for a filled cell. */
export const candidates = (board: Board, cell: Cell): DigitSet =>
  board.digits[cell] ? 0 : candidatesOf(board.digits, cell) & ~board.crossed[cell]!;

export const isBare = (board: Board, cell: Cell): boolean => board.digits[cell] === 0;

/** Return the board after a move; throws BadMove if the move is illegal or changes nothing. */
export function boardAfter(board: Board, move: Move): Board {
  let changed = BOARD_CHANGES[move.action]!(board, move);
  if (changed.auto) changed = fillNotes(changed);
  if (isSame(changed, board)) throw new BadMove('same');
  return changed;
}

const fillNotes = (board: Board): Board => ({
  ...board,
  centre: CELLS.map((cell) => (isBare(board, cell) ? candidates(board, cell) : board.centre[cell]!)),
});

/** Return a copy with the sets of some cells changed. */
function mapCells(sets: readonly number[], cells: Iterable<Cell>, change: (set: number) => number): number[] {
  const copy = [...sets];
  for (const cell of cells) copy[cell] = change(copy[cell]!);
  return copy;
}

type BoardChange = (board: Board, move: Move) => Board;

const place: BoardChange = (board, { cells, digit }) => {
  const cell = cells[0]!;
  if (board.givens[cell]) throw new BadMove('given');
  const without = (set: DigitSet) => set & ~(1 << digit);
  return {
    ...board,
    digits: board.digits.with(cell, digit),
    centre: mapCells(board.centre, PEERS[cell]!, without),
    corner: mapCells(board.corner, PEERS[cell]!, without),
  };
};

const centre: BoardChange = (board, move) => {
  const { digit } = move;
  let cells = bareCells(board, move);
  if (board.auto) {
    cells = cells.filter((cell) => has(candidatesOf(board.digits, cell), digit));
    if (!cells.length) throw new BadMove('seen');
  }
  const bit = 1 << digit;
  if (cells.some((cell) => !has(board.centre[cell]!, digit))) {
    return {
      ...board,
      centre: mapCells(board.centre, cells, (set) => set | bit),
      crossed: mapCells(board.crossed, cells, (set) => set & ~bit),
    };
  }
  return {
    ...board,
    centre: mapCells(board.centre, cells, (set) => set & ~bit),
    crossed: board.noted ? mapCells(board.crossed, cells, (set) => set | bit) : board.crossed,
  };
};

const corner: BoardChange = (board, move) => {
  const cells = bareCells(board, move);
  const bit = 1 << move.digit;
  const adds = cells.some((cell) => !(board.corner[cell]! & bit));
  return { ...board, corner: mapCells(board.corner, cells, (set) => (adds ? set | bit : set & ~bit)) };
};

const clear: BoardChange = (board, { cells }) => {
  const entries = cells.filter((cell) => board.digits[cell] && !board.givens[cell]);
  if (entries.length) return { ...board, digits: mapCells(board.digits, entries, () => 0) };
  const bare = cells.filter((cell) => isBare(board, cell));
  const marked: Board = {
    ...board,
    // Auto notes would restore the centre marks at once.
    centre: board.auto ? board.centre : mapCells(board.centre, bare, () => 0),
    corner: mapCells(board.corner, bare, () => 0),
    crossed: mapCells(board.crossed, bare, () => 0),
  };
  return isSame(marked, board) ? clearColours(board, cells) : marked;
};

const clearColours = (board: Board, cells: readonly Cell[]): Board => ({
  ...board,
  cellColours: mapCells(board.cellColours, cells, () => 0),
  candidateColours: mapCells(
    board.candidateColours,
    cells.flatMap((cell) => Array.from({ length: 9 }, (_, index) => 9 * cell + index)),
    () => 0,
  ),
});

const colour: BoardChange = (board, { cells, argument }) => ({
  ...board,
  cellColours: toggleColour(board.cellColours, cells, argument),
});

const paint: BoardChange = (board, move) => {
  const places = bareCandidates(board, move).map(({ digit, cell }) => 9 * cell + digit - 1);
  return { ...board, candidateColours: toggleColour(board.candidateColours, places, move.argument) };
};

/** Give all places the colour; if all have it already, remove it. */
function toggleColour(colours: readonly number[], places: readonly number[], name: string): number[] {
  const index = COLOURS.indexOf(name) + 1;
  const adds = places.some((place) => colours[place] !== index);
  return mapCells(colours, places, () => (adds ? index : 0));
}

const cross: BoardChange = (board, move) => {
  const out = [...NONE];
  for (const { digit, cell } of bareCandidates(board, move)) out[cell]! |= 1 << digit;
  return {
    ...board,
    centre: board.centre.map((set, cell) => set & ~out[cell]!),
    corner: board.corner.map((set, cell) => set & ~out[cell]!),
    crossed: board.crossed.map((set, cell) => set | out[cell]!),
  };
};

const restart: BoardChange = (board) => boardOf(board.digits.map((digit, cell) => (board.givens[cell] ? digit : 0)));

const BOARD_CHANGES: Record<string, BoardChange> = {
  place,
  centre,
  corner,
  clear,
  colour,
  paint,
  cross,
  uncolour: (board) => ({ ...board, cellColours: NONE, candidateColours: PLAIN }),
  'notes:fill': (board) => ({ ...fillNotes(board), noted: true }),
  'notes:auto': (board) => ({ ...board, auto: true, noted: true }),
  'notes:hand': (board) => ({ ...board, auto: false }),
  restart,
};

export const changesBoard = (action: string): boolean => action in BOARD_CHANGES;

function bareCells(board: Board, { cells }: Move): Cell[] {
  const bare = cells.filter((cell) => isBare(board, cell));
  if (!bare.length) throw new BadMove('filled');
  return bare;
}

function bareCandidates(board: Board, { candidates: named }: Move): Move['candidates'] {
  const bare = named.filter(({ cell }) => isBare(board, cell));
  if (!bare.length) throw new BadMove('filled');
  return bare;
}

const LISTS = ['digits', 'centre', 'corner', 'crossed', 'cellColours', 'candidateColours'] as const;

export const isSame = (one: Board, other: Board): boolean =>
  one.auto === other.auto &&
  one.noted === other.noted &&
  LISTS.every((name) => one[name] === other[name] || one[name].every((value, index) => value === other[name][index]));
