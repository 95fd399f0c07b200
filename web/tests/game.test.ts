/** The golden games: the same files test the game in Python. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listOf } from '../src/shared/core/digits';
import { CELLS, cellName } from '../src/shared/core/geometry';
import { readGrid, writeLine } from '../src/shared/core/grid-text';
import { COLOURS } from '../src/game/board';
import { gameText, lastAt, parseGame, play, startGame, timePlayed, type Game } from '../src/game/game';
import { BadMove } from '../src/game/move';
import { resultOf } from '../src/game/result';

interface Golden {
  puzzle: string;
  final: unknown;
  result: unknown;
  text: string;
  steps: { at: number; move: string; refused?: string; state?: unknown }[];
}

const folder = new URL('../../tests/data/games/', import.meta.url);
const golden = readdirSync(folder).filter((name) => name.endsWith('.json'));

const marks = (sets: readonly number[]) =>
  Object.fromEntries(CELLS.filter((cell) => sets[cell]).map((cell) => [cellName(cell), listOf(sets[cell]!).join('')]));

function colours({ board }: Game): Record<string, string> {
  const cells = CELLS.filter((cell) => board.cellColours[cell]);
  const painted = board.candidateColours.flatMap((colour, place) => (colour ? [[place, colour] as const] : []));
  return Object.fromEntries([
    ...cells.map((cell) => [cellName(cell), COLOURS[board.cellColours[cell]! - 1]!]),
    ...painted.map(([place, colour]) => [(place % 9) + 1 + cellName(Math.floor(place / 9)), COLOURS[colour - 1]!]),
  ]) as Record<string, string>;
}

const state = (game: Game) => ({
  puzzle: writeLine(game.puzzle),
  board: {
    digits: writeLine(game.board.digits),
    centre: marks(game.board.centre),
    corner: marks(game.board.corner),
    crossed: marks(game.board.crossed),
    colours: colours(game),
    auto: game.board.auto,
    noted: game.board.noted,
  },
  length: game.moves.length,
  at: lastAt(game),
  time: timePlayed(game),
  paused: game.pausedSince !== null,
  check: game.check,
  hints: game.hints,
  help: game.help,
  checkpoints: game.checkpoints.map(([name]) => name),
  undo: game.past.length,
  redo: game.future.length,
  finished: game.finished,
});

function refusal(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof BadMove) return error.code;
    throw error;
  }
  return undefined;
}

describe.each(golden)('%s', (name) => {
  const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden;

  test('every move leads to the recorded state', () => {
    let game = startGame(readGrid(file.puzzle));
    for (const step of file.steps) {
      const refused = refusal(() => (game = play(game, step.move, step.at)));
      expect(refused, step.move).toBe(step.refused);
      if (step.state) expect(state(game), step.move).toEqual(step.state);
    }
    expect(state(game)).toEqual(file.final);
    expect(gameText(game)).toBe(file.text);
    if (file.result) expect(resultOf(game)).toEqual(file.result);
  });

  test('its text restores the same game', () => {
    expect(state(parseGame(file.text))).toEqual(file.final);
  });
});
