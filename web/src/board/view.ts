/** The input of a board. The board knows no rules; its owner decides how each cell looks. */

import type { DigitSet } from '../shared/core/digits';
import type { Cell, Digit } from '../shared/core/geometry';

/** Ways to emphasise a cell; each has a shape as well as a colour. */
export type Tone =
  | 'peer'
  | 'same'
  | 'error'
  | 'region'
  | 'look'
  | 'target'
  | 'cause'
  | 'eliminated'
  | 'active'
  | 'retracted'
  | 'differs';

export interface CellView {
  digit: Digit;
  /** A clue of the puzzle: heavier type, read-only. */
  given: boolean;
  centre: DigitSet;
  /** Centre marks are full candidates, each in its slot, rather than written in the middle. */
  slots: boolean;
  corner: DigitSet;
  /** Candidates drawn struck through, ringed, or highlighted by the digit filter. */
  struck: DigitSet;
  ringed: DigitSet;
  sought: DigitSet;
  tones: readonly Tone[];
  /** Colours of the cell and, by digit, of its candidates: 0 for none, 1–8 for A–H. */
  colour: number;
  candidateColours: Readonly<Record<Digit, number>>;
  /** A letter in place of a digit that is yet to come; empty for none. */
  letter: string;
}

const EMPTY: CellView = {
  digit: 0,
  given: false,
  centre: 0,
  slots: true,
  corner: 0,
  struck: 0,
  ringed: 0,
  sought: 0,
  tones: [],
  colour: 0,
  candidateColours: {},
  letter: '',
};

/** Return the view of a cell; omitted parts are empty. */
export const cellView = (parts: Partial<CellView> = {}): CellView => ({ ...EMPTY, ...parts });

/** Replace each new view that equals the old one by the old object, so that only changed cells are drawn again. */
export const reuse = (old: readonly CellView[], views: readonly CellView[]): CellView[] =>
  views.map((view, cell) => (old[cell] && isSame(old[cell], view) ? old[cell] : view));

// Spelled out for speed: this runs 81 times between a key press and the paint.
const isSame = (one: CellView, other: CellView): boolean =>
  one.digit === other.digit &&
  one.given === other.given &&
  one.centre === other.centre &&
  one.slots === other.slots &&
  one.corner === other.corner &&
  one.struck === other.struck &&
  one.ringed === other.ringed &&
  one.sought === other.sought &&
  one.colour === other.colour &&
  one.letter === other.letter &&
  one.candidateColours === other.candidateColours &&
  one.tones.length === other.tones.length &&
  one.tones.every((tone, index) => tone === other.tones[index]);

/** How a cell was chosen. */
export interface Choice {
  extend: boolean;
  toggle: boolean;
  drag?: boolean;
}

/** An inference between two candidates. */
export interface LinkView {
  from: { cell: Cell; digit: Digit };
  to: { cell: Cell; digit: Digit };
  strong: boolean;
}
