/** Runs a search on a board, event by event with a delay, or at once. */

import { mrv, type SearchEvent } from './mrv';

/** After this many iterations a run stops with a message. */
export const MOST_ITERATIONS = 2_000_000;
const SLICE = 12; // milliseconds of work before the page may respond

export type Ending = 'solution' | 'none' | 'stopped' | 'limit';

export class Run {
  digits: number[] = $state.raw([]);
  last: SearchEvent | null = $state.raw(null);
  iterations = $state(0);
  removals = $state(0);
  outcome: Ending | 'running' = $state('running');

  private readonly events: Generator<SearchEvent, void>;
  private board: number[];
  private iterated = 0;
  private removed = 0;

  constructor(
    readonly givens: readonly number[],
    private readonly delay: () => number,
  ) {
    this.events = mrv(givens);
    this.board = [...givens];
    this.digits = this.board;
  }

  /** Run to the end, or until stopped. */
  async play(): Promise<Ending> {
    while (this.outcome === 'running') {
      const wait = this.delay();
      if (wait > 0) this.step();
      else this.slice();
      this.show();
      if (this.outcome === 'running') await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return this.outcome;
  }

  stop(): void {
    if (this.outcome === 'running') this.outcome = 'stopped';
  }

  /** Apply one event. */
  step(): void {
    const { value: event, done } = this.events.next();
    if (done) this.outcome = 'none';
    else this.take(event);
  }

  private take(event: SearchEvent): void {
    this.last = event;
    if (event.kind === 'solution') this.outcome = 'solution';
    else if (event.kind === 'remove') this.board[event.cell!] = 0;
    else if (event.kind !== 'conflict') this.board[event.cell!] = event.digit;
    if (event.kind === 'remove') this.removed++;
    if (event.kind === 'place' || event.kind === 'guess') this.iterated++;
    if (this.iterated >= MOST_ITERATIONS && this.outcome === 'running') this.outcome = 'limit';
  }

  private slice(): void {
    const end = performance.now() + SLICE;
    while (this.outcome === 'running' && performance.now() < end) {
      for (let n = 0; n < 64 && this.outcome === 'running'; n++) this.step();
    }
  }

  private show(): void {
    this.digits = [...this.board];
    this.iterations = this.iterated;
    this.removals = this.removed;
  }
}
