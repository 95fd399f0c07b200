/** Ways to start a game. */

import type { GameOut, GameRequest, OfferOut, PuzzleOut } from '../../api/schema';
import { readGrid } from '../../shared/core/grid-text';
import { makePuzzle } from '../../kernel/engine';
import type { Difficulty } from '../../kernel/generate';
import { listGames, loadGame, newGame, type About, type SavedGame } from '../saved-games';
import { answer, api, ApiError, withTimeout } from '../../api/client';
import { giveBack, take } from './offers.svelte';

const PATIENCE = 3000; // milliseconds for a puzzle on offer; after that one is made here
const MAKING = 60_000; // for a puzzle that has yet to be made

const aboutOf = ({ id, level, score, technique }: OfferOut): About => ({ id, level, score, technique });

/** A game of a difficulty: the puzzle on offer, or one made in the page. */
export async function startBand(difficulty: Difficulty): Promise<SavedGame> {
  const offered = take(difficulty);
  if (offered) {
    try {
      return opened(
        await answer(api.POST('/games', { body: { puzzle: offered.id }, fetch: withTimeout(PATIENCE) })),
        offered,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) giveBack(difficulty, offered);
    }
  }
  return newGame((await makePuzzle(difficulty)).puzzle);
}

/** The game of the day's puzzle: the one begun before, or a new one; throws if the server is away. */
export async function startDaily(day: string): Promise<SavedGame> {
  const begun = listGames()
    .map(loadGame)
    .find((saved) => saved?.wish?.daily === day);
  return begun ?? startWish({ daily: day });
}

/** Starts a game with a puzzle the server generates, by level or technique for example; throws if it cannot. */
export async function startWish(wish: GameRequest): Promise<SavedGame> {
  const game = await answer(api.POST('/games', { body: wish, fetch: withTimeout(MAKING) }));
  const about = game.puzzle_id ? await aboutPuzzle(game.puzzle_id) : null;
  return opened(game, about, wish);
}

const aboutPuzzle = (puzzle_id: string): Promise<PuzzleOut | null> =>
  answer(api.GET('/puzzles/{puzzle_id}', { params: { path: { puzzle_id } } })).catch(() => null);

const opened = (game: GameOut, about: OfferOut | null, wish: GameRequest | null = null): SavedGame =>
  newGame(readGrid(game.puzzle), { remote: { id: game.id, sent: 0 }, about: about && aboutOf(about), wish });
