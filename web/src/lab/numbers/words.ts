/** A symmetry in words: what happens to the cells, and what to the digits. */

import { cycles, motionOf, type Symmetry } from '../../shared/core/symmetry';
import { t, type MessageKey } from '../../app/i18n';

const written = (cycle: readonly number[]): string => [...cycle, cycle[0]!].map((value) => value + 1).join('→');

function moved(key: MessageKey, goes: (from: number) => number): string[] {
  const found = cycles(goes);
  return found.length ? [t(key, { cycles: found.map(written).join(t('list.comma')) })] : [];
}

/** How a symmetry moves the cells. */
export function cellWords(symmetry: Symmetry): string {
  const motion = motionOf(symmetry);
  if (motion) return t(`numbers.motion.${motion}`);
  return [
    ...(symmetry.transpose ? [t('numbers.motion.diagonal')] : []),
    ...moved('numbers.rows', (row) => symmetry.rows.indexOf(row)),
    ...moved('numbers.columns', (column) => symmetry.columns.indexOf(column)),
  ].join(t('numbers.then'));
}

/** Which digits change names, and how. */
export const digitCycles = ({ digits }: Symmetry): string =>
  cycles((digit) => digits[digit]! - 1)
    .map(written)
    .join(t('list.comma')) || t('numbers.digitsStay');

/** The same as part of a sentence. */
export const digitWords = (symmetry: Symmetry): string =>
  moved('numbers.digits', (digit) => symmetry.digits[digit]! - 1)[0] ?? t('numbers.digitsStay');
