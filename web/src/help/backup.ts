/** All of a player's games as one file: those of this browser, and what the server knows. */

import type { RestoredOut } from '../api';
import { parseGame } from '../game/game';
import { keepGame, listGames, loadGame, type SavedGame } from '../play/games';
import { ask, Refused } from '../server';

const FORMAT = 'shudu app 1';
const FORMAT_OF_SERVER = 'shudu player 1';
const PATIENCE = 60_000;

interface Backup {
  format: typeof FORMAT;
  games: SavedGame[];
  /** What the server gave; null if it was away or knows no player. */
  player: unknown;
}

/** What is not a backup. */
export class NoBackup extends Error {}

/** Everything there is; `whole` is false if the server did not answer. */
export async function makeBackup(): Promise<{ text: string; whole: boolean }> {
  const games = listGames().flatMap((id) => loadGame(id) ?? []);
  let whole = true;
  const player = await ask<unknown>('GET', 'player/backup', undefined, PATIENCE).catch((error: unknown) => {
    whole = error instanceof Refused && error.status === 401;
    return null;
  });
  return { text: JSON.stringify({ format: FORMAT, games, player } satisfies Backup), whole };
}

/** How many games of a file are new here, in the browser and on the server; null if the server does not answer. */
export async function restoreBackup(text: string): Promise<{ here: number; there: number | null }> {
  const { games, player } = read(text);
  const here = games.toReversed().filter(keepNewer).length;
  if (!player) return { here, there: 0 };
  try {
    return { here, there: (await ask<RestoredOut>('POST', 'player/restore', player, PATIENCE)).games };
  } catch (error) {
    if (error instanceof Refused && error.status === 422) throw new NoBackup();
    return { here, there: null };
  }
}

function read(text: string): Pick<Backup, 'games' | 'player'> {
  try {
    const file = JSON.parse(text) as Partial<Backup> | { format: typeof FORMAT_OF_SERVER };
    if (file.format === FORMAT_OF_SERVER) return { games: [], player: file };
    if (file.format !== FORMAT || !Array.isArray(file.games)) throw new NoBackup();
    for (const game of file.games) parseGame(game.text);
    return { games: file.games, player: file.player ?? null };
  } catch {
    throw new NoBackup();
  }
}

/** Keeps a game unless this browser has as much of it already. */
function keepNewer(game: SavedGame): boolean {
  const known = loadGame(game.id);
  if (known && known.text.length >= game.text.length) return false;
  keepGame({ ...game, remote: game.finished ? null : undefined }); // the server's game may be another player's
  return true;
}
