/** Keyboard navigation of the ARIA grid pattern. */

import { columnOf, rowOf, type Cell } from '../shared/core/geometry';

type Pressed = Pick<KeyboardEvent, 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a navigation key extends the selection. With Home and End, Ctrl means the ends of the grid instead. */
export const isExtending = ({ code, shiftKey, ctrlKey, metaKey }: Pressed): boolean =>
  shiftKey || ((ctrlKey || metaKey) && code !== 'Home' && code !== 'End');

/** Return the cell a key moves to, without wrapping, or null for any other key. Alt with an arrow is the browser's back and forward. */
export function target(event: Pressed, cell: Cell): Cell | null {
  if (event.altKey) return null;
  const row = rowOf(cell);
  const column = columnOf(cell);
  const far = event.ctrlKey || event.metaKey;
  switch (event.code) {
    case 'ArrowUp':
      return row > 0 ? cell - 9 : cell;
    case 'ArrowDown':
      return row < 8 ? cell + 9 : cell;
    case 'ArrowLeft':
      return column > 0 ? cell - 1 : cell;
    case 'ArrowRight':
      return column < 8 ? cell + 1 : cell;
    case 'Home':
      return far ? 0 : cell - column;
    case 'End':
      return far ? 80 : cell + 8 - column;
    default:
      return null;
  }
}
