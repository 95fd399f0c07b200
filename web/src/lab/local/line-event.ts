/** What the runs of the page yield. */

import type { Cell, Digit } from '../../shared/core/geometry';
import type { Kind } from '../trace/packing';

/** An event and the line of the pseudocode it belongs to, by its id. */
export interface LineEvent {
  kind: Kind;
  depth: number;
  cell: Cell | null;
  digit: Digit;
  line: string;
  /** The house of a conflict or a hidden single, such as `r3`. */
  house?: string;
}
