/** Ways to start a game. */

import type { GameOut, GameRequest, OfferOut, PuzzleOut } from '../../api/schema';
import { readGrid } from '../../shared/core/grid-text';
import { makePuzzle } from '../../kernel/engine';
import type { Difficulty } from '../../kernel/generate';
import { listGames, loadGame, newGame, type About, type SavedGame } from '../saved-games';
import { answer, api, ApiError, withTimeout } from '../../api/client';
import { giveBack, take } from './offers.svelte';

const PATIENCE = 3000; // milliseconds to wait for an offered puzzle before generating one here
const MAKING = 60_000; // milliseconds for a puzzle the server has yet to generate

const aboutOf = ({ id, level, score, technique }: OfferOut): About => ({ id, level, score, technique });

/** Start a game of a difficulty: the offered puzzle, or one generated in the page. */
export async function startBand(difficulty: Difficulty): Promise<SavedGame> {
  const offered = take(difficulty);
  if (offered) {
    try {
      return createGame(
        await answer(api.POST('/games', { body: { puzzle: offered.id }, fetch: withTimeout(PATIENCE) })),
        offered,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) giveBack(difficulty, offered);
    }
  }
  return newGame((await makePuzzle(difficulty)).puzzle);
}

/** Start or resume the daily puzzle; throws if the server cannot be reached. */
export async function startDaily(day: string): Promise<SavedGame> {
  const existing = listGames()
    .map(loadGame)
    .find((saved) => saved?.request?.daily === day);
  return existing ?? startRequest({ daily: day });
}

/** Start a game with a puzzle the server generates, for example by level or technique; throws if it cannot. */
export async function startRequest(request: GameRequest): Promise<SavedGame> {
  const game = await answer(api.POST('/games', { body: request, fetch: withTimeout(MAKING) }));
  const about = game.puzzle_id ? await aboutPuzzle(game.puzzle_id) : null;
  return createGame(game, about, request);
}

const aboutPuzzle = (puzzle_id: string): Promise<PuzzleOut | null> =>
  answer(api.GET('/puzzles/{puzzle_id}', { params: { path: { puzzle_id } } })).catch(() => null);

const createGame = (game: GameOut, about: OfferOut | null, request: GameRequest | null = null): SavedGame =>
  newGame(readGrid(game.puzzle), { remote: { id: game.id, sent: 0 }, about: about && aboutOf(about), request });
