/** Where the keys of the grid pattern lead. */

import { columnOf, rowOf, type Cell } from '../core/geometry';

/** The cell a key leads to, or null if it is no key of the grid. Nothing wraps. */
export function target(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey'>, cell: Cell): Cell | null {
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
