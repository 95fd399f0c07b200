/** Sends games that were finished offline and left before the network was back. */

import { listGames, loadGame, type SavedGame } from './saved-games';
import { Sender } from './session/sender.svelte';

/** Send them one by one until the server cannot be reached. */
export async function sendFinished(): Promise<void> {
  for (const id of listGames()) {
    const saved = loadGame(id);
    if (!saved || !isUnsent(saved)) continue;
    const sender = new Sender(saved);
    await sender.send();
    sender.stop();
    if (sender.away) return;
  }
}

const isUnsent = ({ finished, remote, text }: SavedGame): boolean =>
  finished && remote !== null && (remote?.sent ?? -1) < text.split('\n').length - 1;
