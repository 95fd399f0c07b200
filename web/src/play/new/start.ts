/** Ways to start a game. */

import type { GameOut, GameRequest, OfferOut, PuzzleOut } from '../../api/schema';
import { readGrid } from '../../shared/core/grid-text';
import { DIFFICULTIES, type Difficulty } from '../../shared/core/levels';
import { standalone } from '../../app/standalone';
import { makePuzzle } from '../../kernel/engine';
import { listGames, loadGame, newGame, type About, type SavedGame } from '../saved-games';
import { answer, api, ApiError, withTimeout } from '../../api/client';
import { difficultyOfGame } from '../game-name';
import { giveBack, take } from './offers.svelte';

const PATIENCE = 3000; // milliseconds to wait for an offered puzzle before generating one here
const MAKING = 20_000; // milliseconds for a puzzle the server has yet to generate

export const DAILY = ['easy', 'medium', 'hard'] as const;
export type DailyDifficulty = (typeof DAILY)[number];

const aboutOf = ({ id, level, score, technique }: OfferOut): About => ({ id, level, score, technique });

/** Start a game of a difficulty: the offered puzzle, or an image of a graded one. */
export async function startBand(difficulty: Difficulty): Promise<SavedGame> {
  const offered = take(difficulty);
  if (offered) {
    try {
      return createGame(
        await answer(api.POST('/games', { body: { puzzle: offered.id }, fetch: withTimeout(PATIENCE) })),
        offered,
        { difficulty },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) giveBack(difficulty, offered);
    }
  }
  return newGame((await makePuzzle(difficulty)).puzzle, { difficulty, ...(standalone && { remote: null }) });
}

/** The name of a daily puzzle in requests: `2026-01-31/easy`. */
export const dailyName = (day: string, difficulty: DailyDifficulty): string => `${day}/${difficulty}`;

/** Return the game of a daily puzzle, if this browser has one. */
export const dailyGame = (day: string, difficulty: DailyDifficulty): SavedGame | undefined =>
  listGames()
    .map(loadGame)
    .find((saved) => saved?.request?.daily === dailyName(day, difficulty)) ?? undefined;

/** Start or resume a daily puzzle; throws if the server cannot be reached. */
export const startDaily = async (day: string, difficulty: DailyDifficulty): Promise<SavedGame> =>
  dailyGame(day, difficulty) ?? startRequest({ daily: dailyName(day, difficulty) }, { difficulty });

/** Start a game with a puzzle the server generates, for example by level or technique; throws if it cannot. */
export async function startRequest(request: GameRequest, parts: Partial<SavedGame> = {}): Promise<SavedGame> {
  const game = await answer(api.POST('/games', { body: request, fetch: withTimeout(MAKING) }));
  const about = game.puzzle_id ? await aboutPuzzle(game.puzzle_id) : null;
  const difficulty = difficultyAsked(request);
  return createGame(game, about, { request, difficulty, ...parts });
}

/** The difficulty a request names; `unfair` is another name of expert. */
const difficultyAsked = ({ difficulty }: GameRequest): Difficulty | null =>
  DIFFICULTIES.find((name) => name === difficulty) ?? null;

/** Start another game of the kind of a game. */
export function startLike(saved: SavedGame): Promise<SavedGame> {
  const { level, technique } = saved.request ?? {};
  if (technique) return startRequest({ technique });
  if (level) return startRequest({ level });
  return startBand(difficultyOfGame(saved) ?? 'medium');
}

const aboutPuzzle = (puzzle_id: string): Promise<PuzzleOut | null> =>
  answer(api.GET('/puzzles/{puzzle_id}', { params: { path: { puzzle_id } } })).catch(() => null);

const createGame = (game: GameOut, about: OfferOut | null, parts: Partial<SavedGame>): SavedGame =>
  newGame(readGrid(game.puzzle), { remote: { id: game.id, sent: 0 }, about: about && aboutOf(about), ...parts });
