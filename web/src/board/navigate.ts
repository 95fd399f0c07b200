/** Where the keys of the grid pattern lead. */

import { columnOf, rowOf, type Cell } from '../shared/core/geometry';

type Pressed = Pick<KeyboardEvent, 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key of the grid keeps the cells chosen before. Ctrl makes ends of rows ends of the grid instead. */
export const isExtending = ({ code, shiftKey, ctrlKey, metaKey }: Pressed): boolean =>
  shiftKey || ((ctrlKey || metaKey) && code !== 'Home' && code !== 'End');

/** The cell a key leads to, or null if it is no key of the grid. Nothing wraps. With Alt arrows are the browser's: back, forward. */
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
