/** The state of a lesson: which screen is shown, and what the learner has tapped on it. */

import type { LessonOut, StepOut } from '../api/schema';
import { joinSentences, t } from '../app/i18n';
import { parseCandidate } from '../game/move';
import { has, type DigitSet } from '../shared/core/digits';
import { cellName, type Cell, type Digit } from '../shared/core/geometry';
import { cellsOf, cellsOfHouses, NO_MARKS, readPosition, viewsOf, type Marks, type Position } from './drawing';

const PATIENCE = 2; // wrong taps before the right cells are framed

export class Walk {
  current: Cell = $state(40);
  private number = $state(0);
  private marks: Marks = $state.raw(NO_MARKS);
  /** Why the last tap was not what the screen asks for. */
  objection = $state('');
  private misses = 0;

  constructor(
    readonly lesson: LessonOut,
    private readonly onfinish: () => void,
  ) {
    this.position = readPosition(lesson.position);
  }

  readonly position: Position;
  readonly screen = $derived.by(() => this.lesson.screens[this.number] ?? null);
  readonly step = $derived(this.number + 1);
  readonly finished = $derived(this.screen === null);
  readonly words = $derived.by(() => this.objection || (this.screen?.text ?? this.lesson.remember));
  readonly writes = $derived(this.screen?.kind === 'place');
  /** The step or the part of it that is drawn; at the end, all of it. */
  readonly drawn: StepOut = $derived.by(() =>
    this.screen
      ? this.screen.drawn
      : { ...this.lesson.step, links: this.lesson.screens.at(-1)?.drawn.links ?? this.lesson.step.links },
  );
  readonly cells = $derived.by(() =>
    viewsOf(this.position, this.lesson.notes, this.drawn, this.marks, this.screen ?? this.lesson.screens.at(-1)),
  );

  /** The candidates to remove or write, by cell. */
  private readonly wanted = $derived.by(() => {
    const sets = new Map<Cell, DigitSet>();
    for (const { cell, digit } of (this.screen?.candidates ?? []).map(parseCandidate))
      sets.set(cell, (sets.get(cell) ?? 0) | (1 << digit));
    return sets;
  });

  /** Move to a cell without tapping it. */
  move(cell: Cell): void {
    this.current = cell;
  }

  tap(cell: Cell): void {
    this.current = cell;
    const { screen } = this;
    if (!screen || screen.kind === 'place') return;
    if (!cellsOf(screen.cells).includes(cell)) this.refuse(cell);
    else if (screen.kind === 'any') this.advance();
    else if (screen.kind === 'remove') this.strike(cell, this.wanted.get(cell)!);
    else this.mark(cell);
  }

  press(digit: Digit): void {
    const { screen, current } = this;
    if (!screen || (screen.kind !== 'place' && screen.kind !== 'remove')) return;
    if (!has(this.wanted.get(current) ?? 0, digit)) return this.refuse(current);
    if (screen.kind === 'remove') return this.strike(current, 1 << digit);
    this.marks = { ...this.marks, written: new Map([[current, digit]]) };
    this.advance();
  }

  /** Go back to the screen before. */
  back(): void {
    this.number = Math.max(0, this.number - 1);
    this.clear();
  }

  private mark(cell: Cell): void {
    const cells = new Set(this.marks.cells).add(cell);
    this.marks = { ...this.marks, cells, wrong: new Set() };
    this.objection = '';
    if (cellsOf(this.screen!.cells).every((each) => cells.has(each))) this.advance();
  }

  private strike(cell: Cell, digits: DigitSet): void {
    const struck = new Map(this.marks.struck).set(cell, (this.marks.struck.get(cell) ?? 0) | digits);
    this.marks = { ...this.marks, struck, wrong: new Set() };
    this.objection = '';
    if ([...this.wanted].every(([each, set]) => struck.get(each) === set)) this.advance();
  }

  private refuse(cell: Cell): void {
    const helps = ++this.misses >= PATIENCE;
    const shown = new Set(helps ? cellsOf(this.screen!.cells).filter((each) => !this.marks.cells.has(each)) : []);
    this.marks = { ...this.marks, wrong: new Set([cell]), shown };
    const parts = [t(helps ? 'learn.framed' : 'learn.notThis'), this.reasonAgainst(cell), this.screen!.text];
    this.objection = joinSentences(parts.filter(Boolean));
  }

  /** Return why a cell is not one to tap, if that is plain to see. */
  private reasonAgainst(cell: Cell): string {
    const { digits, candidates } = this.position;
    const { digit, houses = [], cells } = this.screen!; // lessons kept by older versions name no houses
    const wanted = cellsOf(cells);
    const area = new Set(cellsOfHouses(houses));
    const names = { digit, cell: cellName(cell) };
    if (digits[cell] && !wanted.some((each) => digits[each])) return t('learn.filled', names);
    if (this.lesson.notes && digit && !digits[cell] && !has(candidates[cell]!, digit)) return t('learn.lacks', names);
    return wanted.every((each) => area.has(each)) && !area.has(cell) ? t('learn.outside', names) : '';
  }

  private advance(): void {
    this.number++;
    const { written } = this.marks;
    this.clear();
    if (this.screen?.kind === 'place') this.current = cellsOf(this.screen.cells)[0]!;
    if (!this.finished) return;
    this.marks = { ...NO_MARKS, written };
    this.onfinish();
  }

  private clear(): void {
    this.marks = NO_MARKS;
    this.objection = '';
    this.misses = 0;
  }
}
