/** Sends a game's moves to the server as they are made; what cannot be sent now is sent when the server is back. */

import type { ResultOut } from '../../api/schema';
import { answer, api, ApiError } from '../../api/client';
import { writeGame, type SavedGame } from '../saved-games';

const RETRY = 10_000; // milliseconds until a silent server is asked again

export class Sender {
  /** The server does not answer; moves wait here. */
  away = $state(false);
  result: ResultOut | null = $state.raw(null);

  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly saved: SavedGame) {}

  /** Sends what is new. Called after each move and when the network is back. */
  async send(): Promise<void> {
    if (this.busy || this.saved.remote === null) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      while (await this.sendSome());
      if (this.saved.finished && !this.result) this.result = await this.askResult();
      this.away = false;
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async sendSome(): Promise<boolean> {
    const { saved } = this;
    saved.remote ??= await this.begin();
    const { remote } = saved;
    const lines = saved.text.split('\n').slice(1);
    const moves = lines.slice(remote.sent).map((line) => {
      const gap = line.indexOf(' ');
      return { at: Number(line.slice(0, gap)), move: line.slice(gap + 1) };
    });
    if (!moves.length) return false;
    const appended = await answer(
      api.POST('/games/{game_id}/moves', {
        params: { path: { game_id: remote.id } },
        body: { seq: remote.sent + 1, moves },
      }),
    );
    remote.sent = appended.length;
    this.result = appended.result ?? null;
    writeGame(saved);
    return true;
  }

  // A finished game opened again has nothing to send, but its place may have changed.
  private askResult(): Promise<ResultOut> {
    return answer(api.POST('/games/{game_id}/finish', { params: { path: { game_id: this.saved.remote!.id } } }));
  }

  private async begin(): Promise<NonNullable<SavedGame['remote']>> {
    const wish = this.saved.wish ?? { line: this.saved.text.slice(0, 81) };
    const { id } = await answer(api.POST('/games', { body: wish }));
    return { id, sent: 0 };
  }

  // A server that refuses will refuse again: the game goes on here alone. One that is silent may come back.
  private fail(error: unknown): void {
    if (error instanceof ApiError && error.status !== 429 && error.status < 500) {
      this.saved.remote = null;
      writeGame(this.saved);
      return;
    }
    this.away = true;
    this.timer = setTimeout(() => void this.send(), RETRY);
  }
}
