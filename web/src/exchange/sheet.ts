/** Sheets: a Sudoku with everything a file can hold, in the API's form. Converts games to sheets and back. */

import type { SheetOut } from '../api/schema';
import { listOf } from '../shared/core/digits';
import { CELLS, cellName } from '../shared/core/geometry';
import { readGrid, writeLine } from '../shared/core/grid-text';
import { COLOURS } from '../game/board';
import { gameText, parseGame, play, startGame, type Game } from '../game/game';
import { BadMove } from '../game/move';

export type Sheet = SheetOut;

const plain = (puzzle: string): Sheet => ({
  puzzle,
  digits: puzzle,
  candidates: null,
  centre: {},
  corner: {},
  colours: {},
  facts: {},
  moves: [],
});

/** Return a sheet with clues only. */
export const sheetOfPuzzle = (digits: readonly number[]): Sheet => plain(writeLine(digits));

/** Return the sheet of a game in its current state. */
export function sheetOfGame(game: Game): Sheet {
  const { board } = game;
  const marks = (sets: readonly number[]) =>
    Object.fromEntries(
      CELLS.filter((cell) => sets[cell] && !board.digits[cell]).map((cell) => [
        cellName(cell),
        listOf(sets[cell]!).join(''),
      ]),
    );
  const colours: Record<string, string> = {};
  board.cellColours.forEach((colour, cell) => colour && (colours[cellName(cell)] = COLOURS[colour - 1]!));
  board.candidateColours.forEach(
    (colour, place) =>
      colour && (colours[`${(place % 9) + 1}${cellName(Math.floor(place / 9))}`] = COLOURS[colour - 1]!),
  );
  return {
    ...plain(writeLine(game.puzzle)),
    digits: writeLine(board.digits),
    centre: marks(board.centre),
    corner: marks(board.corner),
    colours,
    moves: gameText(game).split('\n').slice(1),
  };
}

/** Return the clues of a sheet. */
export const cluesOf = (sheet: Sheet): number[] => readGrid(sheet.puzzle);

/** Return the parts of a sheet besides clues and metadata. */
export function playedParts(sheet: Sheet): string[] {
  const candidates = Object.keys(sheet.colours).some((name) => name.length === 5);
  const cells = Object.keys(sheet.colours).some((name) => name.length === 4);
  const here = {
    entries: sheet.digits !== sheet.puzzle,
    candidates: sheet.candidates !== null && !Object.keys(sheet.centre).length,
    centre: Object.keys(sheet.centre).length > 0,
    corner: Object.keys(sheet.corner).length > 0,
    colours: cells,
    'candidate-colours': candidates,
    history: sheet.moves.length > 0,
  };
  return Object.entries(here).flatMap(([name, is]) => (is ? [name] : []));
}

/** Return the game of a sheet: its own moves if they are valid, else moves that lead to the same position. */
export function gameOfSheet(sheet: Sheet): Game {
  if (sheet.moves.length) {
    try {
      return parseGame([sheet.puzzle, ...sheet.moves].join('\n'));
    } catch {
      // foreign or truncated moves: rebuild the position instead
    }
  }
  let game = startGame(cluesOf(sheet));
  for (const move of movesTo(sheet)) {
    try {
      game = play(game, move, 0);
    } catch (error) {
      if (!(error instanceof BadMove)) throw error;
    }
  }
  return game;
}

/** Digits come first, because placing a digit removes marks from the cells it sees. */
function* movesTo(sheet: Sheet): Generator<string> {
  for (const cell of CELLS) {
    if (sheet.puzzle[cell] !== sheet.digits[cell]) yield `${cellName(cell)}=${sheet.digits[cell]}`;
  }
  const centre = Object.keys(sheet.centre).length ? sheet.centre : (sheet.candidates ?? {});
  yield* marking(centre, '~');
  yield* marking(sheet.corner, '^');
  for (const letter of COLOURS) {
    for (const length of [4, 5]) {
      const named = Object.keys(sheet.colours).filter(
        (name) => name.length === length && sheet.colours[name] === letter,
      );
      if (named.length) yield `${named.join(',')}#${letter}`;
    }
  }
}

function* marking(marks: Record<string, string>, sign: string): Generator<string> {
  for (const digit of '123456789') {
    const cells = Object.keys(marks).filter((cell) => marks[cell]!.includes(digit));
    if (cells.length) yield `${cells.join(',')}${sign}${digit}`;
  }
}
