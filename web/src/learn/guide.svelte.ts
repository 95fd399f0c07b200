/** The state of the tutorial: the lesson, the board and Xiaoge's words. */

import { CELLS, HOUSES, HOUSES_OF, PEERS, type Cell, type Digit } from '../shared/core/geometry';
import { setOf } from '../shared/core/digits';
import { isSolved } from '../shared/core/rules';
import { cellView, type CellView, type Tone } from '../board/view';
import { t } from '../app/i18n';
import { houseWords } from '../app/i18n/names';
import { LESSONS, PUZZLE, type Lesson } from './lessons';

export class Guide {
  digits: readonly number[] = $state.raw(PUZZLE);
  current: Cell = $state(LESSONS[0]!.cell);
  private refusal: (() => string) | null = $state.raw(null);
  private learnt = $state(0);

  constructor(private readonly solution: readonly number[]) {}

  readonly lesson: Lesson | null = $derived(LESSONS[this.learnt] ?? null);
  readonly solved = $derived(isSolved(this.digits));
  readonly left = $derived(this.digits.filter((digit) => !digit).length);
  /** Why the last digit was rejected; empty if it was accepted. */
  readonly objection = $derived(this.refusal?.() ?? '');
  readonly words = $derived.by(() => {
    if (this.solved) return t('guide.solved');
    return this.lesson ? t(`guide.${this.lesson.key}`) : t('guide.alone', { n: this.left });
  });
  readonly cells: CellView[] = $derived(CELLS.map((cell) => this.view(cell)));

  /** Move to a cell and clear the objection, so that the lesson is shown again. */
  choose(cell: Cell): void {
    this.current = cell;
    this.refusal = null;
  }

  /** Write a digit if it is right, else explain why it is wrong. */
  write(digit: Digit): void {
    const { current: cell, lesson } = this;
    this.refusal = null;
    if (this.digits[cell]) this.refusal = () => t('guide.filled');
    else if (lesson && cell !== lesson.cell) this.refusal = () => t('guide.ringFirst');
    else if (digit !== this.solution[cell]) this.refusal = () => this.why(cell, digit);
    else this.take(cell, digit);
  }

  private take(cell: Cell, digit: Digit): void {
    this.digits = this.digits.with(cell, digit);
    if (this.lesson) this.learnt++;
  }

  private why(cell: Cell, digit: Digit): string {
    const house = HOUSES_OF[cell]!.find((name) => HOUSES[name]!.some((other) => this.digits[other] === digit));
    return house === undefined ? t('guide.unsure', { digit }) : t('guide.seen', { digit, house: houseWords(house) });
  }

  private view(cell: Cell): CellView {
    const { lesson } = this;
    const given = PUZZLE[cell] !== 0;
    const digit = this.digits[cell]!;
    if (!lesson) return cellView({ digit, given, tones: PEERS[this.current]!.includes(cell) ? ['peer'] : [] });
    const ruledOut = lesson.key === 'hidden' && this.isRuledOut(cell, lesson);
    return cellView({ digit, given, struck: ruledOut ? setOf([lesson.digit]) : 0, tones: this.tones(cell, lesson) });
  }

  private tones(cell: Cell, lesson: Lesson): Tone[] {
    if (cell === lesson.cell) return ['cause'];
    if (lesson.houses.some((house) => HOUSES[house]!.includes(cell))) return ['peer'];
    return lesson.key === 'hidden' && this.blocks(cell, lesson) ? ['same'] : [];
  }

  /** Find an empty cell of the lesson's house that sees the digit elsewhere. */
  private isRuledOut(cell: Cell, { cell: goal, houses, digit }: Lesson): boolean {
    const inside = HOUSES[houses[0]!]!.includes(cell) && cell !== goal && !this.digits[cell];
    return inside && PEERS[cell]!.some((peer) => this.digits[peer] === digit);
  }

  private blocks(cell: Cell, { houses, digit }: Lesson): boolean {
    return this.digits[cell] === digit && HOUSES[houses[0]!]!.some((inside) => PEERS[cell]!.includes(inside));
  }
}
