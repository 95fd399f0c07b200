/** Sends a game's moves to the server as they are made, or later if the server cannot be reached. */

import { untrack } from 'svelte';
import { answer, api, ApiError } from '../../api/client';
import type { ResultOut } from '../../api/schema';
import { errorText } from '../../app/i18n/errors.svelte';
import { correctTime } from '../history';
import type { Level } from '../../shared/core/levels';
import { writeGame, type SavedGame } from '../saved-games';

export type SenderState =
  /** The game is played in this browser alone; nothing is sent. */
  | { kind: 'local'; why?: ApiError }
  /** Nothing to send. */
  | { kind: 'idle' }
  /** A request is under way; `retries` after the server could not be reached. */
  | { kind: 'sending'; retries: boolean }
  /** The server cannot be reached. Moves wait for the next attempt. */
  | { kind: 'away'; retry: ReturnType<typeof setTimeout> };

type Remote = NonNullable<SavedGame['remote']>;

const RETRY = 10_000; // milliseconds
const JUDGING = 500; // milliseconds between requests for a result that the server has not judged yet
const MOST_REQUESTS = 20;

export class Sender {
  state: SenderState = $state.raw({ kind: 'idle' });
  /** The server's verdict on a finished game. */
  result: ResultOut | null = $state.raw(null);
  /** The level of the puzzle, once the server has rated it. */
  level: Level | null = $state(null);

  /** Whether the last request failed to reach the server. */
  readonly away = $derived(this.state.kind === 'away' || (this.state.kind === 'sending' && this.state.retries));

  /** What the player sees: the server has the game, will get it, or never will. */
  readonly sync = $derived(this.state.kind === 'local' ? 'local' : this.away ? 'waiting' : 'synced');
  /** Why the game stays in this browser; empty if the player chose so. */
  readonly why = $derived(this.state.kind === 'local' && this.state.why ? errorText(this.state.why) : '');

  constructor(private readonly saved: SavedGame) {
    if (saved.remote === null) this.state = { kind: 'local' };
    this.level = saved.remote?.level ?? null;
  }

  /** Send new moves. Called after each move and when the network is back. */
  async send(): Promise<void> {
    if (this.saved.remote === null && untrack(() => this.state.kind) !== 'local') this.state = { kind: 'local' };
    const { kind } = untrack(() => this.state); // otherwise an effect that sends would rerun on every change of state
    if (kind === 'local' || kind === 'sending') return;
    const retries = kind === 'away';
    untrack(() => this.stop());
    this.state = { kind: 'sending', retries };
    try {
      while (await this.sendMoves());
      if (this.saved.finished) await this.awaitResult();
      this.state = { kind: 'idle' };
    } catch (error) {
      this.fail(error);
    }
  }

  /** Stop retrying. */
  stop(): void {
    if (this.state.kind === 'away') clearTimeout(this.state.retry);
  }

  /** Send the moves the server does not have yet; return whether there were any. */
  private async sendMoves(): Promise<boolean> {
    const { saved } = this;
    const remote = (saved.remote ??= await this.begin());
    const moves = saved.text
      .split('\n')
      .slice(1 + remote.sent)
      .map(parseLine);
    if (!moves.length) return false;
    const body = { seq: remote.sent + 1, moves };
    const appended = await answer(
      api.POST('/games/{game_id}/moves', { params: { path: { game_id: remote.id } }, body }),
    );
    remote.sent = appended.length;
    this.adopt(appended.result ?? null);
    writeGame(saved);
    return true;
  }

  /** Poll until the server has judged the result, which usually takes less than a second. */
  private async awaitResult(): Promise<void> {
    for (let i = 0; i < MOST_REQUESTS && (!this.result || this.result.pending); i++) {
      if (this.result) await new Promise((resolve) => setTimeout(resolve, JUDGING));
      this.adopt(await this.requestResult());
    }
  }

  /** Take the server's verdict, and its time for the statistics of this browser. */
  private adopt(result: ResultOut | null): void {
    this.result = result;
    if (result) correctTime(this.saved.id, result.time);
  }

  // A finished game that is opened again has nothing to send, but its rank may have changed.
  private requestResult(): Promise<ResultOut> {
    const { id } = this.saved.remote!;
    return answer(api.POST('/games/{game_id}/finish', { params: { path: { game_id: id } } }));
  }

  private async begin(): Promise<Remote> {
    const body = this.saved.request ?? { line: this.saved.text.slice(0, 81) };
    const { id, level } = await answer(api.POST('/games', { body }));
    this.level = level ?? null;
    return { id, sent: 0, ...(level && { level }) };
  }

  // A server that rejects the game would reject it again, so the game becomes local. A silent one may come back.
  private fail(error: unknown): void {
    if (error instanceof ApiError && error.isFinal) {
      this.saved.remote = null;
      writeGame(this.saved);
      this.state = { kind: 'local', why: error };
      return;
    }
    this.state = { kind: 'away', retry: setTimeout(() => void this.send(), RETRY) };
  }
}

/** A line of the game's text: the time, then the move. */
function parseLine(line: string): { at: number; move: string } {
  const gap = line.indexOf(' ');
  return { at: Number(line.slice(0, gap)), move: line.slice(gap + 1) };
}
