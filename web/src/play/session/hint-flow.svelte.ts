/**
 * The next-step hint: the step is requested once, then shown stage by stage. How many stages are open is part of the
 * game, because help counts; the step itself is not, and is requested again when the game is opened again.
 */

import type { StepHint } from '../../api/schema';
import type { Game } from '../../game/game';
import { againstSolution, type Fits } from '../../game/mistakes';
import { parseCell } from '../../game/move';
import type { Cell } from '../../shared/core/geometry';
import type { GameStore } from './game-store.svelte';
import { askHint, drawingOf, isWrongEntry, LAST_STAGE, mistakeHint, type Drawing } from './hint';

export type HintState =
  /** No step was requested, or the last one has been applied. */
  | { kind: 'none' }
  | { kind: 'requested'; stop: AbortController }
  | { kind: 'known'; hint: StepHint }
  /** The server could not be reached. */
  | { kind: 'away' };

/** The outcome of a request for the next stage. */
export type StageOutcome =
  | { kind: 'opened'; stage: number; hint: StepHint }
  /** The server cannot be reached. */
  | { kind: 'away' }
  /** The player did not want to wait. */
  | { kind: 'cancelled' }
  /** Nothing to open: another request is under way, the game is over, paused or has changed meanwhile. */
  | { kind: 'nothing' };

const REASON_MILLISECONDS = 1000; // how long to wait for the reason why an entry is wrong
const NOTHING = { kind: 'nothing' } as const;
const NO_CELLS: ReadonlySet<Cell> = new Set();

export type RequestHint = (game: Game, signal?: AbortSignal) => Promise<StepHint>;

const hintOf = (state: HintState): StepHint | null => (state.kind === 'known' ? state.hint : null);

export class HintFlow {
  state: HintState = $state.raw({ kind: 'none' });

  readonly hint: StepHint | null = $derived(hintOf(this.state));
  /** The hint while at least one of its stages is open. */
  private readonly visible = $derived.by(() => (this.store.game.hints.open ? this.hint : null));
  readonly drawing: Drawing | null = $derived.by(() =>
    this.visible ? drawingOf(this.visible, this.store.game.hints.open) : null,
  );
  /** The wrong entries that the hint points out. */
  readonly wrongCells: ReadonlySet<Cell> = $derived(
    this.visible && isWrongEntry(this.visible) ? new Set(this.visible.cells.map(parseCell)) : NO_CELLS,
  );

  constructor(
    private readonly store: GameStore,
    private readonly fits: Fits,
    /** Resolves when `fits` knows the solution. */
    private readonly waitForSolution: () => Promise<unknown>,
    private readonly request: RequestHint = askHint,
  ) {}

  /** Open the next stage: the first requests the step, the last one applies it. */
  async next(): Promise<StageOutcome> {
    const { hints, finished } = this.store.game;
    const stage = hints.open + 1;
    if (this.state.kind === 'requested' || stage > LAST_STAGE || finished !== null) return NOTHING;
    if (stage === 1 || !hintOf(this.state)) {
      const failed = await this.find();
      if (failed) return failed;
    }
    const hint = hintOf(this.state);
    if (!hint || this.store.game.pausedSince !== null || this.store.play(`hint:${stage}`).kind === 'refused')
      return NOTHING;
    if (stage === LAST_STAGE) for (const move of hint.moves) this.store.play(move);
    return { kind: 'opened', stage, hint };
  }

  /** Request the step again for a game that was left, or is also played in another tab, between two stages. */
  async recall(): Promise<StageOutcome> {
    if (!this.store.game.hints.open || this.state.kind === 'requested' || this.hint) return NOTHING;
    return (await this.find()) ?? NOTHING;
  }

  /** Request the step again, because its sentence is in the language of the request. */
  async translate(): Promise<void> {
    const hint = hintOf(this.state);
    const { game } = this.store;
    if (hint?.kind !== 'step' || !game.hints.open) return;
    const translated = await this.request(game).catch(() => hint); // the old sentence is better than none
    if (hintOf(this.state) === hint) this.state = { kind: 'known', hint: translated };
  }

  /** Stop waiting for the step. */
  cancel(): void {
    if (this.state.kind === 'requested') this.state.stop.abort();
  }

  forget(): void {
    this.state = { kind: 'none' };
  }

  /** Request the step; return why there is none. Wrong entries come first: they must be fixed before any step makes sense. */
  private async find(): Promise<StageOutcome | null> {
    const { game } = this.store;
    const stop = new AbortController();
    this.state = { kind: 'requested', stop };
    try {
      await this.waitForSolution().catch(() => {}); // the server also finds mistakes
      stop.signal.throwIfAborted();
      const wrong = againstSolution(game.board, this.fits);
      const hint = wrong.size
        ? await this.explainMistake(game, [...wrong], stop.signal)
        : await this.request(game, stop.signal);
      const isCurrent = this.store.game.board === game.board;
      this.state = isCurrent ? { kind: 'known', hint } : { kind: 'none' };
      return isCurrent ? null : NOTHING;
    } catch {
      this.state = { kind: stop.signal.aborted ? 'none' : 'away' };
      return stop.signal.aborted ? { kind: 'cancelled' } : { kind: 'away' };
    }
  }

  /** Return the hint about wrong entries, with the server's reason why one of them cannot be right if it gives one. */
  private async explainMistake(game: Game, wrong: readonly Cell[], signal: AbortSignal): Promise<StepHint> {
    const hint = mistakeHint(wrong);
    const soon = AbortSignal.any([signal, AbortSignal.timeout(REASON_MILLISECONDS)]);
    const reply = await this.request(game, soon).catch(() => hint);
    return reply.mistake?.placed ? { ...hint, mistake: reply.mistake } : hint;
  }
}
