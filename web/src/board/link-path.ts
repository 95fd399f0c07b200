/** The curve of a link on the board. One unit is one cell; a candidate sits in the middle of its slot. */

import { columnOf, rowOf } from '../shared/core/geometry';
import type { LinkView } from './view';

const RIM = 0.17; // from the middle of a candidate to where its lines end
const GAP = 1 / 6; // from the middle of a slot to the gap beside it
const BEND = 0.12;

/** Return the path of a link: from rim to rim, bowed at most as far as the gap between the candidates, inside the board. */
export function pathOf({ from, to }: LinkView): string {
  const start = middleOf(from);
  const end = middleOf(to);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const [normalX, normalY] = [dy / length, -dx / length];
  const inward = normalX * (start.slotX + end.slotX) + normalY * (start.slotY + end.slotY) > 0 ? -1 : 1;
  const bow = 2 * inward * Math.min(GAP, BEND * length); // the curve goes half as far as its control point
  const [midX, midY] = [(start.x + end.x) / 2 + bow * normalX, (start.y + end.y) / 2 + bow * normalY];
  const rim = Math.min(RIM, 0.4 * length) / Math.hypot(midX - start.x, midY - start.y);
  const rimOf = ({ x, y }: { x: number; y: number }) => `${round(x + rim * (midX - x))} ${round(y + rim * (midY - y))}`;
  return `M${rimOf(start)}Q${round(midX)} ${round(midY)} ${rimOf(end)}`;
}

/** Return where a candidate is, and where its slot lies from the middle of the cell: -1, 0 or 1. */
function middleOf({ cell, digit }: LinkView['from']) {
  const [slotX, slotY] = [((digit - 1) % 3) - 1, Math.floor((digit - 1) / 3) - 1];
  return { slotX, slotY, x: columnOf(cell) + 0.5 + slotX / 3, y: rowOf(cell) + 0.5 + slotY / 3 };
}

const round = (value: number): number => Math.round(1000 * value) / 1000;
