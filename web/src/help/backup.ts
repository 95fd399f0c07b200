/** All of a player's games in one file, from this browser and from the server. */

import { parseGame } from '../game/game';
import { keyOf, listGames, loadGame, MOST_KEPT, writeGame, type SavedGame } from '../play/saved-games';
import { answer, api, ApiError, withTimeout } from '../api/client';
import { forget, save } from '../shared/storage';

const FORMAT = 'shudu app 1';
const FORMAT_OF_SERVER = 'shudu player 1';
const PATIENCE = 60_000;

interface Backup {
  format: typeof FORMAT;
  games: SavedGame[];
  /** The server's part; null if it could not be reached or does not know the player. */
  player: Record<string, unknown> | null;
}

/** The file is not a backup. */
export class NoBackup extends Error {}

/** Everything there is; `whole` is false if the server did not answer. */
export async function makeBackup(): Promise<{ text: string; whole: boolean }> {
  const games = gamesHere();
  let whole = true;
  const player = await answer(downloadBackup()).catch((error: unknown) => {
    whole = error instanceof ApiError && error.status === 401;
    return null;
  });
  return { text: JSON.stringify({ format: FORMAT, games, player } satisfies Backup), whole };
}

const downloadBackup = () =>
  api.GET('/player/backup', { fetch: withTimeout(PATIENCE) }) as Promise<{ data?: Record<string, unknown> }>;

/** How many games of a file are new here, in the browser and on the server; null if the server does not answer. */
export async function restoreBackup(text: string): Promise<{ here: number; there: number | null }> {
  const { games, player } = read(text);
  const there = player ? await restoreThere(player) : 0; // first: it may refuse the file, and then nothing may change
  return { here: keepNewer(games), there };
}

async function restoreThere(player: Record<string, unknown>): Promise<number | null> {
  try {
    return (await answer(api.POST('/player/restore', { body: player, fetch: withTimeout(PATIENCE) }))).games;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) throw new NoBackup();
    return null;
  }
}

function read(text: string): Pick<Backup, 'games' | 'player'> {
  try {
    const file = JSON.parse(text) as Partial<Backup> | { format: typeof FORMAT_OF_SERVER };
    if (file.format === FORMAT_OF_SERVER) return { games: [], player: file };
    if (file.format !== FORMAT || !Array.isArray(file.games)) throw new NoBackup();
    if (!file.games.every(isGame)) throw new NoBackup();
    return { games: file.games, player: file.player ?? null };
  } catch {
    throw new NoBackup();
  }
}

function isGame({ id, text, started }: SavedGame): boolean {
  parseGame(text);
  return typeof id === 'string' && typeof started === 'number';
}

/** Keeps the games of which this browser has less, as long as they are not older than all it can keep; how many. */
function keepNewer(games: readonly SavedGame[]): number {
  const known = new Map(gamesHere().map((game) => [game.id, game]));
  const news = new Map(
    games.filter(({ id, text }) => text.length > (known.get(id)?.text.length ?? 0)).map((game) => [game.id, game]),
  );
  const all = [...new Map([...known, ...news]).values()].sort((one, other) => lastPlayed(other) - lastPlayed(one));
  for (const { id } of all.slice(MOST_KEPT)) forget(keyOf(id));
  const kept = all.slice(0, MOST_KEPT);
  const added = kept.filter(({ id }) => news.has(id));
  for (const game of added) writeGame({ ...game, remote: game.finished ? null : undefined }); // the server's game may be another player's
  save(
    'games',
    kept.map(({ id }) => id),
  );
  return added.length;
}

const gamesHere = (): SavedGame[] => listGames().flatMap((id) => loadGame(id) ?? []);

/** Epoch milliseconds of the last move. */
const lastPlayed = ({ started, text }: SavedGame): number => started + Number(/\n(\d+)[^\n]*$/.exec(text)?.[1] ?? 0);
