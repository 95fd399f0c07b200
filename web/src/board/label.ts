/** Cell labels for screen readers. */

import { listOf } from '../shared/core/digits';
import { boxOf, columnOf, rowOf, type Cell } from '../shared/core/geometry';
import { t } from '../app/i18n';
import type { CellView } from './view';

const COLOURS = 'ABCDEFGH';

/** Return the position of a cell in words. */
export const place = (cell: Cell): string =>
  [
    t('cell.row', { n: rowOf(cell) + 1 }),
    t('cell.column', { n: columnOf(cell) + 1 }),
    t('cell.box', { n: boxOf(cell) + 1 }),
  ].join(t('list.comma'));

/** Return the whole label: position and content. */
export function label(where: string, view: CellView): string {
  const parts = [where, content(view)];
  if (view.digit === 0 && view.corner) parts.push(t('cell.corner', { digits: names(view.corner) }));
  if (view.colour) parts.push(t('cell.colour', { letter: COLOURS[view.colour - 1]! }));
  if (view.tones.includes('error')) parts.push(t('cell.error'));
  return parts.join(t('list.comma'));
}

function content(view: CellView): string {
  if (view.digit) return t(view.given ? 'cell.given' : 'cell.entry', { n: view.digit });
  return view.centre ? t('cell.candidates', { digits: names(view.centre) }) : t('cell.empty');
}

const names = (set: number): string => listOf(set).join(t('list.comma'));
