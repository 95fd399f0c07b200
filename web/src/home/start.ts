/** Ways to start a game. */

import type { GameOut, GameWish, PuzzleOut } from '../api';
import { readGrid } from '../core/text';
import { makePuzzle } from '../kernel/engine';
import type { Difficulty } from '../kernel/generate';
import { keepGame, newGame, type About, type SavedGame } from '../play/games';
import { ask } from '../server';
import { take } from './offers.svelte';

const aboutOf = ({ level, score, technique }: PuzzleOut): About => ({ level, score, technique });

/** A game of a difficulty: the puzzle on offer, or one made in the page. */
export async function startBand(difficulty: Difficulty): Promise<SavedGame> {
  const offered = take(difficulty);
  if (offered) return newGame(readGrid(offered.line), { wish: { puzzle: offered.id }, about: aboutOf(offered) });
  return newGame((await makePuzzle(difficulty)).puzzle);
}

/** A game of the day's puzzle; throws if the server is away. */
export async function startDaily(day: string): Promise<SavedGame> {
  const puzzle = await ask<PuzzleOut>('GET', `puzzles/daily/${day}`, undefined, 30_000);
  return newGame(readGrid(puzzle.line), { wish: { daily: day }, about: aboutOf(puzzle) });
}

/** A game of a puzzle the server makes to a wish, such as a level or a technique; throws if it cannot. */
export async function startWish(wish: GameWish): Promise<SavedGame> {
  const game = await ask<GameOut>('POST', 'games', wish, 60_000);
  const saved = newGame(readGrid(game.puzzle));
  const puzzle = game.puzzle_id ? await ask<PuzzleOut>('GET', `puzzles/${game.puzzle_id}`) : null;
  return keepGame({ ...saved, remote: { id: game.id, sent: 0 }, about: puzzle && aboutOf(puzzle) });
}
