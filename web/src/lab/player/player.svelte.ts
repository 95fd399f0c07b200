/** One time line for one to three runs: the moment is a number of events, the same for all. */

import type { Run } from './run.svelte';

export const DELAYS = { least: 0, most: 1000, usual: 100 } as const;
const QUICKEST = 1; // milliseconds an event takes at a delay of 0
const LEAP = 12_000; // the events of all runs that pass in a frame when nothing holds them back

export interface Pace {
  /** Milliseconds between events. */
  delay: number;
  /** Full speed, without a delay. */
  fast: boolean;
}

export class Player {
  moment = $state(0);
  playing = $state(false);
  /** The run whose length the time line shows; null for the longest. */
  scale: Run | null = $state.raw(null);
  private owed = 0; // milliseconds that have passed and are not yet events
  private last = 0;
  private frame = 0;

  constructor(
    readonly runs: readonly Run[],
    private readonly pace: () => Pace,
  ) {}

  /** How many events the longest run has so far. */
  get end(): number {
    return Math.max(0, ...this.runs.map((run) => run.length));
  }

  /** How many events the time line shows. */
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

  /** To where a run next turns back, or last did; stays where none does. */
  turn(step: 1 | -1): void {
    this.pause();
    const found = this.runs.map(
      (run) => run.trace?.summary.turn(run.trace.words, run.length, this.moment, step) ?? null,
    );
    const moments = found.filter((moment) => moment !== null);
    if (moments.length) this.go(step > 0 ? Math.min(...moments) : Math.max(...moments));
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const events = this.due(now);
    if (events) this.moment = Math.min(this.moment + events, this.end);
    if (this.isOver && this.moment >= this.end) this.playing = false;
    else this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  /** How many events should have happened since the last frame. A page that was hidden does not catch up. */
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
