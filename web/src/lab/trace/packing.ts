/** Events of four bytes, in the layout of `shudu.search.trace.event`. */

export const KINDS = ['place', 'remove', 'guess', 'conflict', 'retract', 'solution', 'stop'] as const;
export type Kind = (typeof KINDS)[number];

export const [PLACE, REMOVE, GUESS, CONFLICT, RETRACT, SOLUTION, STOP] = [0, 1, 2, 3, 4, 5, 6] as const;
export const NO_CELL = 127;

export const kindOf = (word: number): number => word & 7;
export const depthOf = (word: number): number => (word >>> 3) & 127;
export const cellOf = (word: number): number => (word >>> 10) & 127;
export const digitOf = (word: number): number => (word >>> 17) & 15;
export const whyOf = (word: number): number => word >>> 21;

/** Whether a number is a valid event, given the size of the side table. */
export const isEvent = (word: number, entries: number): boolean =>
  kindOf(word) < KINDS.length &&
  (cellOf(word) < 81 || cellOf(word) === NO_CELL) &&
  digitOf(word) < 10 &&
  whyOf(word) < entries;
