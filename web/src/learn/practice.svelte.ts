/** The state of a set of drills: the drill shown, what the learner has marked, the feedback, and how it went so far. */

import type { AnswerOut, DrillOut, StepOut } from '../api/schema';
import { fill, list, t } from '../app/i18n';
import { has, listOf, type DigitSet } from '../shared/core/digits';
import { boxOf, cellName, type Cell, type Digit } from '../shared/core/geometry';
import { shuffle } from '../shared/core/random';
import { record } from '../shared/learning.svelte';
import { check, type Feedback } from './checker';
import { cellsOf, namedCandidates, NO_MARKS, readPosition, viewsOf, type Marks } from './drawing';

export type Mode = 'mark' | 'remove';

/** What the texts of feedback need: templates by reason, topics by id. */
export interface Texts {
  verdicts: Readonly<Record<string, string>>;
  topics: ReadonlyMap<string, { name: string; spot: string }>;
  /** In mixed sets, the question for the technique and the topics the learner knows. */
  mixed: { question: string; known: readonly string[] } | null;
}

/** How a drill ended: right at once, right after a hint, right after a wrong answer, or shown. */
export type Outcome = 'right' | 'helped' | 'slipped' | 'shown';

const CHOICES = 4; // names to choose from in a mixed set

/** Return names to choose from, in random order: the right one and some of techniques that do not occur, known ones first. */
export function chooseNames({ topic, absent }: DrillOut, known: readonly string[]): string[] {
  const familiar = shuffle((absent ?? []).filter((id) => known.includes(id)));
  const others = (absent ?? []).filter((id) => !known.includes(id));
  return shuffle([topic, ...[...familiar, ...others].slice(0, CHOICES - 1)]);
}

export class Practice {
  mode: Mode = $state('mark');
  current: Cell = $state(40);
  selection: ReadonlySet<Cell> = $state.raw(new Set());
  private number = $state(0);
  private marks: Marks = $state.raw(NO_MARKS);
  feedback: Feedback | null = $state.raw(null);
  /** The answer is shown because the learner gave up. */
  gaveUp = $state(false);
  /** A part of an answer is lit up. */
  hinted = $state(false);
  /** For each drill done, how it ended, and the milliseconds it took. */
  results: readonly { outcome: Outcome; time: number; topic: string }[] = $state.raw([]);
  /** Topics to choose from while the technique of a mixed drill is asked for; empty after that. */
  choices: readonly string[] = $state.raw([]);
  /** Wrong choices, the last one last. */
  tried: readonly string[] = $state.raw([]);
  private named = $state(false);
  private slipped = false;
  private started = Date.now();

  constructor(
    readonly drills: readonly DrillOut[],
    private readonly texts: Texts,
  ) {
    this.open();
  }

  readonly drill = $derived.by(() => this.drills[this.number] ?? null);
  readonly step = $derived(this.number + 1);
  readonly answered = $derived(this.gaveUp || this.feedback?.kind === 'right');
  readonly position = $derived(this.drill ? readPosition(this.drill.position) : null);
  readonly places = $derived(this.drill?.writes ?? false);
  readonly naming = $derived(this.choices.length > 1 && !this.answered);
  readonly isClean = $derived(!this.marks.cells.size && !this.marks.struck.size && !this.marks.written.size);

  /** The answer to draw: the one that was found, or the first one. */
  private readonly answer: AnswerOut | null = $derived.by(() => {
    if (!this.drill || !this.answered) return null;
    return this.feedback?.answer?.step ? this.feedback.answer : this.drill.answers[0]!;
  });
  readonly drawn: StepOut | null = $derived(this.answer?.step ?? null);

  readonly cells = $derived(
    this.position
      ? viewsOf(this.position, this.drill!.notes, this.drawn, this.answered ? NO_MARKS : this.marks, {
          houses: this.hinted && !this.answered ? housesToSearch(this.drill!.answers[0]!) : [],
          found: this.drill!.marks_pattern ? (this.answer?.pattern ?? []) : [],
        })
      : [],
  );

  readonly words = $derived.by(() => {
    const { drill, feedback, texts } = this;
    if (!drill) return '';
    if (this.gaveUp) return t('learn.shown');
    if (this.naming) return this.tried.length ? this.say('not-here', this.tried.at(-1)!) : texts.mixed!.question;
    if (!feedback && this.hinted)
      return t('learn.hinted', { name: texts.topics.get(drill.topic)?.name ?? drill.topic });
    if (!feedback) return texts.mixed && this.named ? this.say('named', drill.topic) : drill.question;
    return this.say(feedback.reason, drill.topic);
  });
  /** Why the answer is right, once it has been found or shown. */
  readonly reason = $derived.by(() => {
    if (!this.drill || !this.answered) return '';
    return (this.gaveUp ? this.drill.answers[0]!.sentence : this.feedback?.answer?.sentence) ?? '';
  });

  /** Return what to say for a reason. */
  private say(reason: string, topic: string): string {
    const { name = '', spot = '' } = this.texts.topics.get(topic) ?? {};
    const { candidates = [], cells = [] } = this.feedback ?? {};
    return fill(this.texts.verdicts[reason] ?? '', {
      name,
      spot,
      question: this.drill?.question ?? '',
      candidates: list(candidates.map((each) => t('learn.candidate', { digit: each[0]!, cell: each.slice(1) }))),
      cells: list(cells),
    });
  }

  /** Answer which technique applies. */
  chooseName(topic: string): void {
    if (!this.naming || this.tried.includes(topic)) return;
    if (topic === this.drill!.topic) {
      this.choices = [];
      this.named = true;
    } else {
      this.tried = [...this.tried, topic];
      this.slipped = true;
    }
  }

  /** Milliseconds spent on the drill shown, or that it took. */
  elapsed(now: number): number {
    return this.answered ? (this.results.at(-1)?.time ?? 0) : Math.max(0, now - this.started);
  }

  /** Select a cell; in the mode `mark` also mark it, or unmark it. Dragging marks all cells passed. */
  choose(cell: Cell, { extend = false, drag = false, mark = true } = {}): void {
    this.current = cell;
    this.selection = extend ? new Set(this.selection).add(cell) : new Set([cell]);
    if (mark && this.mode === 'mark' && !this.places && !this.naming) this.toggle(cell, drag);
  }

  toggle(cell: Cell, only = false): void {
    if (this.answered || this.naming || this.position!.digits[cell]) return;
    const cells = new Set(this.marks.cells);
    if (only || !cells.delete(cell)) cells.add(cell);
    this.change({ cells });
  }

  /** Write the digit, or cross it out in the selected cells: if any still has it, in all of them, else bring it back. */
  press(digit: Digit): void {
    if (this.answered || this.naming || !this.drill || !this.selection.size) return;
    if (this.places) return this.write(digit);
    const { candidates } = this.position!;
    const cells = [...this.selection].filter((cell) => has(candidates[cell]!, digit));
    const struck = new Map(this.marks.struck);
    const all = cells.every((cell) => has(struck.get(cell) ?? 0, digit));
    for (const cell of cells)
      set(struck, cell, (struck.get(cell) ?? 0) ^ (all || !has(struck.get(cell) ?? 0, digit) ? 1 << digit : 0));
    this.change({ struck });
  }

  private write(digit: Digit): void {
    if (this.position!.digits[this.current]) return;
    this.change({ written: new Map([[this.current, digit]]) });
    this.check();
  }

  clear(): void {
    this.change(NO_MARKS);
  }

  check(): void {
    const { drill, marks } = this;
    if (!drill || this.answered || this.naming) return;
    const removes = [...marks.struck].flatMap(([cell, set]) => listOf(set).map((digit) => digit + cellName(cell)));
    const places = [...marks.written].map(([cell, digit]) => digit + cellName(cell));
    const cells = [...marks.cells].map(cellName);
    this.feedback = check(drill, namedCandidates(this.position!), { places, removes, cells });
    if (this.feedback.kind === 'wrong') this.slipped = true;
    if (this.feedback.kind === 'right') this.finish(this.slipped ? 'slipped' : this.hinted ? 'helped' : 'right');
  }

  /** Light up a part of an answer; counts as not found at once. */
  giveHint(): void {
    this.feedback = null;
    this.hinted = true;
  }

  /** Show the answer; counts as not found. */
  giveUp(): void {
    this.feedback = null;
    this.gaveUp = true;
    this.finish('shown');
  }

  next(): void {
    this.number++;
    this.open();
  }

  private open(): void {
    this.selection = new Set();
    this.marks = NO_MARKS;
    this.feedback = null;
    this.gaveUp = false;
    this.hinted = false;
    this.slipped = false;
    this.named = false;
    this.tried = [];
    this.choices = this.drill && this.texts.mixed ? chooseNames(this.drill, this.texts.mixed.known) : [];
    this.mode = 'mark';
    this.started = Date.now();
    if (this.drill && !this.drill.marks_pattern) this.mode = 'remove';
  }

  private finish(outcome: Outcome): void {
    const time = Date.now() - this.started;
    const { topic } = this.drill!;
    this.results = [...this.results, { outcome, time, topic }];
    record(topic, outcome === 'right' || outcome === 'helped' ? outcome : 'wrong', time);
  }

  private change(parts: Partial<Marks>): void {
    if (this.answered) return;
    this.feedback = null;
    this.marks = { ...this.marks, ...parts };
  }
}

/** Return the houses of an answer to look at first: those it names, or the box of one of its cells. */
function housesToSearch({ step, pattern }: AnswerOut): string[] {
  const named = ['base', 'house', 'box'].map((role) =>
    (step?.roles[role] ?? []).filter((name) => /^[rcb]\d$/.test(name)),
  );
  return named.find((names) => names.length) ?? [`b${boxOf(cellsOf(pattern)[0]!) + 1}`];
}

function set(sets: Map<Cell, DigitSet>, cell: Cell, digits: DigitSet): void {
  if (digits) sets.set(cell, digits);
  else sets.delete(cell);
}
