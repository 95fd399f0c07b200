/** A growing trace: four bytes per event, a side table, and a saved position every few thousand events. */

import {
  cellOf,
  CONFLICT,
  depthOf,
  digitOf,
  GUESS,
  isEvent,
  kindOf,
  KINDS,
  NO_CELL,
  PLACE,
  REMOVE,
  RETRACT,
  SOLUTION,
  STOP,
  whyOf,
  type Kind,
} from './packing';
import { Position } from './position';
import { Summary } from './summary';

/** The request that produced the trace. */
export interface Header {
  puzzle: string;
  by: string;
  limit: number | null;
  events: number | null;
  seconds: number | null;
  seed: number;
  rounds: Kind[];
  clues?: number;
  symmetry?: string;
}

/** Details that do not fit into the four bytes of an event. */
export interface Why {
  line: number;
  reason?: string;
  house?: string;
  temperature?: number;
  transformation?: string;
  witnesses?: string[];
  counters?: Record<string, number>;
}

/** An event, unpacked. */
export interface TraceEvent {
  kind: Kind;
  depth: number;
  cell: number | null;
  digit: number;
  why: Why;
}

export interface Stats {
  events: number;
  iterations: number;
  placements: number;
  retractions: number;
  guesses: number;
  conflicts: number;
  solutions: number;
  deepest: number;
  nodes: number;
  counters: Record<string, number>;
}

const CHECKPOINT = 4096;

export class DamagedTrace extends Error {}

export class Trace {
  readonly whys: Why[] = [];
  readonly summary: Summary;
  words = new Uint32Array(8192);
  length = 0;
  /** The duration of the search, known once it has ended. */
  seconds: number | undefined;

  private readonly checkpoints: Position[];
  private readonly front: Position;
  private readonly cursor: Position;

  constructor(readonly header: Header) {
    this.front = new Position([...header.puzzle].map((digit) => Number(digit) || 0));
    this.cursor = this.front.copy();
    this.checkpoints = [this.front.copy()];
    this.summary = new Summary(!header.rounds.includes('remove') && header.by !== 'graded-puzzle');
  }

  /** Append events and their new entries of the side table. */
  append(words: Uint32Array, whys: readonly Why[]): void {
    this.whys.push(...whys);
    for (const word of words) if (!isEvent(word, this.whys.length)) throw new DamagedTrace(`${word} is not an event`);
    this.makeRoom(this.length + words.length);
    this.words.set(words, this.length);
    const from = this.length;
    this.length += words.length;
    this.summary.take(this.words, from, this.length);
    while (this.checkpoints.length * CHECKPOINT <= this.length) {
      this.front.advance(this.words, this.checkpoints.length * CHECKPOINT);
      this.checkpoints.push(this.front.copy());
    }
  }

  /** Whether the last event is a `stop`, so that the trace is complete. */
  get stopped(): boolean {
    return this.length > 0 && kindOf(this.words[this.length - 1]!) === STOP;
  }

  /** Return the position at a moment; valid until the next call. */
  at(moment: number): Position {
    const target = Math.max(0, Math.min(moment, this.length));
    const checkpoint = this.checkpoints[Math.floor(target / CHECKPOINT)]!;
    if (this.cursor.moment > target || this.cursor.moment < checkpoint.moment) this.cursor.set(checkpoint);
    this.cursor.advance(this.words, target);
    return this.cursor;
  }

  /** Return the depth after so many events. The event that ends a run has none: unless all is tried, the last depth stays. */
  depthAt(moment: number): number {
    const event = this.eventAt(moment);
    const stays = event?.kind === 'stop' && event.why.reason !== 'exhausted';
    return (stays ? this.eventAt(moment - 1) : event)?.depth ?? 0;
  }

  /** Return the event that led to a moment, or null at the start. */
  eventAt(moment: number): TraceEvent | null {
    if (moment < 1 || moment > this.length) return null;
    const word = this.words[moment - 1]!;
    const cell = cellOf(word);
    return {
      kind: KINDS[kindOf(word)]!,
      depth: depthOf(word),
      cell: cell === NO_CELL ? null : cell,
      digit: digitOf(word),
      why: this.whys[whyOf(word)]!,
    };
  }

  /** Return the statistics up to a moment. */
  stats(moment: number): Stats {
    const { tallies, deepest, moment: events } = this.at(moment);
    const counters = this.eventAt(events)?.why.counters ?? {};
    const guesses = counters.guesses ?? tallies[GUESS]!;
    return {
      events,
      iterations:
        counters.iterations ?? this.header.rounds.reduce((sum, kind) => sum + tallies[KINDS.indexOf(kind)]!, 0),
      placements: tallies[PLACE]! + tallies[GUESS]!,
      retractions: tallies[REMOVE]! + tallies[RETRACT]!,
      guesses,
      conflicts: counters.conflicts ?? tallies[CONFLICT]!,
      solutions: tallies[SOLUTION]!,
      deepest,
      nodes: 1 + guesses,
      counters,
    };
  }

  private makeRoom(length: number): void {
    if (length <= this.words.length) return;
    const larger = new Uint32Array(Math.max(length, 2 * this.words.length));
    larger.set(this.words.subarray(0, this.length));
    this.words = larger;
  }
}
