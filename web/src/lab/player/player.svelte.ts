/** One timeline for up to three runs. The moment is a number of events, the same for all runs. */

import type { Run } from './run.svelte';

export const DELAYS = { least: 0, most: 1000, usual: 100 } as const;
const QUICKEST = 1; // milliseconds per event at a delay of 0
const LEAP = 12_000; // events per frame, over all runs, at full speed

export interface Pace {
  /** Milliseconds between events. */
  delay: number;
  /** Full speed, without a delay. */
  fast: boolean;
}

export class Player {
  moment = $state(0);
  playing = $state(false);
  /** The run whose length the timeline shows; null for the longest. */
  scale: Run | null = $state.raw(null);
  private owed = 0; // elapsed milliseconds not yet turned into events
  private last = 0;
  private frame = 0;

  constructor(
    readonly runs: readonly Run[],
    private readonly pace: () => Pace,
  ) {}

  /** The number of events of the longest run so far. */
  get end(): number {
    return Math.max(0, ...this.runs.map((run) => run.length));
  }

  /** The number of events on the timeline. */
  get span(): number {
    return Math.max(1, this.scale?.length ?? this.end);
  }

  get isOver(): boolean {
    return this.runs.every((run) => run.isOver);
  }

  go(moment: number): void {
    this.moment = Math.max(0, Math.min(Math.round(moment), this.end));
    this.owed = 0;
  }

  step(events: number): void {
    this.pause();
    this.go(this.moment + events);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.isOver && this.moment >= this.end) this.go(0);
    this.playing = true;
    this.last = performance.now();
    this.owed = 0;
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }

  /** Seek to the next or previous backtrack, if there is one. */
  turn(step: 1 | -1): void {
    this.pause();
    const turns = this.runs.map(
      (run) => run.trace?.summary.turn(run.trace.words, run.length, this.moment, step) ?? null,
    );
    const moments = turns.filter((moment) => moment !== null);
    if (moments.length) this.go(step > 0 ? Math.min(...moments) : Math.max(...moments));
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const events = this.due(now);
    if (events) this.moment = Math.min(this.moment + events, this.end);
    if (this.isOver && this.moment >= this.end) this.playing = false;
    else this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  /** The number of events due since the last frame. A page that was hidden does not catch up. */
  private due(now: number): number {
    const passed = Math.max(0, Math.min(now - this.last, 1000));
    this.last = now;
    const { delay, fast } = this.pace();
    if (fast) return Math.ceil(LEAP / this.runs.length);
    this.owed += passed;
    const events = Math.floor(this.owed / (delay || QUICKEST));
    this.owed -= events * (delay || QUICKEST);
    return events;
  }
}
