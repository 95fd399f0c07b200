/** The stages of transforming a graded puzzle, and where each of its digits is at every stage. */

import { CELLS, columnOf, rowOf, type Cell, type Digit } from '../../shared/core/geometry';
import { whyOf } from '../trace/packing';
import type { Trace } from '../trace/trace';

export interface Chip {
  /** The cell it had in the stored puzzle. */
  id: Cell;
  cell: Cell;
  digit: Digit;
}

export interface Stage {
  transformation: string;
  /** The moment at which it begins. */
  from: number;
  chips: Chip[];
}

/** Return the stages of a run; the first is the stored puzzle. */
export function stagesOf(trace: Trace): Stage[] {
  const starts: [string, number][] = [];
  for (let index = 0; index < trace.length; index++) {
    const { transformation } = trace.whys[whyOf(trace.words[index]!)]!;
    if (transformation && transformation !== starts.at(-1)?.[0]) starts.push([transformation, index]);
  }
  const [first, second] = starts;
  if (!first) return [];
  const stored = [...trace.at(second?.[1] ?? trace.length).digits];
  let chips: Chip[] = CELLS.filter((cell) => stored[cell]).map((id) => ({ id, cell: id, digit: stored[id]! }));
  return starts.map(([transformation, from], index) => {
    if (index) chips = chips.map((chip) => ({ ...chip, ...move(transformation, chip) }));
    return { transformation, from, chips };
  });
}

function move(transformation: string, { cell, digit }: Chip): Partial<Chip> {
  const [what, value = '', all] = transformation.split(' ');
  const [row, column] = [rowOf(cell), columnOf(cell)];
  if (what === 'digits') return { digit: Number(value[digit - 1]) };
  if (what === 'rows') return { cell: 9 * value.indexOf(String(row + 1)) + column };
  if (what === 'columns') return { cell: 9 * row + value.indexOf(String(column + 1)) };
  if (what === 'turn' && all) return { cell: 9 * column + (8 - row) }; // a quarter turn clockwise
  return what === 'turn' && value === 'yes' ? { cell: 9 * column + row } : {};
}
