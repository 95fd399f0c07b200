/** Backups: all of a player's games in one file, from this browser and from the server. */

import { parseGame } from '../game/game';
import {
  fromStored,
  keyOf,
  listGames,
  loadGame,
  MOST_KEPT,
  toStored,
  writeGame,
  type SavedGame,
  type StoredGame,
} from '../play/saved-games';
import { answer, api, ApiError, withTimeout } from '../api/client';
import type { paths } from '../api/schema';
import { addLines, learning } from '../shared/learning.svelte';
import { forget, save } from '../shared/storage';

const FORMAT = 'shudu app 1';
const FORMAT_OF_SERVER = 'shudu player 1';
const PATIENCE = 60_000;

type ServerFile = paths['/player/restore']['post']['requestBody']['content']['application/json'];

interface Backup {
  format: typeof FORMAT;
  games: StoredGame[];
  /** Learning records; missing in backups of earlier versions. */
  learning?: string[];
  /** The server's part; null if it could not be reached or does not know the player. */
  player: ServerFile | null;
}

/** The file is not a backup. */
export class NoBackup extends Error {}

/** Return the backup; `whole` is false if the server did not answer. */
export async function makeBackup(): Promise<{ text: string; whole: boolean }> {
  const games = gamesHere().map(toStored);
  let whole = true;
  const player = await answer(downloadBackup()).catch((error: unknown) => {
    whole = error instanceof ApiError && error.status === 401;
    return null;
  });
  return {
    text: JSON.stringify({ format: FORMAT, games, learning: [...learning.lines], player } satisfies Backup),
    whole,
  };
}

const downloadBackup = () =>
  api.GET('/player/backup', { fetch: withTimeout(PATIENCE) }) as Promise<{ data?: ServerFile }>;

/** Restore a backup; return how many games are new in the browser and on the server, null if it does not answer. */
export async function restoreBackup(text: string): Promise<{ here: number; there: number | null }> {
  const { games, learning: lines, player } = read(text);
  const there = player ? await restoreThere(player) : 0; // first, because the server may reject the file, and then nothing may change
  addLines(lines ?? []);
  return { here: keepNewer(games.map(fromStored)), there };
}

async function restoreThere(player: ServerFile): Promise<number | null> {
  try {
    return (await answer(api.POST('/player/restore', { body: player, fetch: withTimeout(PATIENCE) }))).games;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 422)) throw new NoBackup();
    return null;
  }
}

function read(text: string): Pick<Backup, 'games' | 'learning' | 'player'> {
  try {
    const file = JSON.parse(text) as Partial<Backup> | ServerFile;
    if (file.format === FORMAT_OF_SERVER) return { games: [], player: file };
    if (file.format !== FORMAT || !Array.isArray(file.games)) throw new NoBackup();
    if (!file.games.every(isGame)) throw new NoBackup();
    const lines = Array.isArray(file.learning) ? file.learning.filter((line) => typeof line === 'string') : [];
    return { games: file.games, learning: lines, player: file.player ?? null };
  } catch {
    throw new NoBackup();
  }
}

function isGame({ id, text, started }: StoredGame): boolean {
  parseGame(text);
  return typeof id === 'string' && typeof started === 'number';
}

/** Store the games that are new or longer than here, unless they are older than all the browser keeps; return how many. */
function keepNewer(games: readonly SavedGame[]): number {
  const local = new Map(gamesHere().map((game) => [game.id, game]));
  const additions = new Map(
    games.filter(({ id, text }) => text.length > (local.get(id)?.text.length ?? 0)).map((game) => [game.id, game]),
  );
  const all = [...new Map([...local, ...additions]).values()].sort((one, other) => lastPlayed(other) - lastPlayed(one));
  for (const { id } of all.slice(MOST_KEPT)) forget(keyOf(id));
  const latest = all.slice(0, MOST_KEPT);
  const added = latest.filter(({ id }) => additions.has(id));
  for (const game of added) writeGame({ ...game, remote: game.finished ? null : undefined }); // the server's game may belong to another player
  save(
    'games',
    latest.map(({ id }) => id),
  );
  return added.length;
}

const gamesHere = (): SavedGame[] => listGames().flatMap((id) => loadGame(id) ?? []);

/** Epoch milliseconds of the last move. */
const lastPlayed = ({ started, text }: SavedGame): number => started + Number(/\n(\d+)[^\n]*$/.exec(text)?.[1] ?? 0);
