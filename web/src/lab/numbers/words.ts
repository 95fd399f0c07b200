/** Describes symmetries: what happens to the cells and to the digits. */

import { cycles, motionOf, type Symmetry } from '../../shared/core/symmetry';
import { t, type MessageKey } from '../../app/i18n';

const formatCycle = (cycle: readonly number[]): string => [...cycle, cycle[0]!].map((value) => value + 1).join('→');

function describeCycles(key: MessageKey, next: (from: number) => number): string[] {
  const all = cycles(next);
  return all.length ? [t(key, { cycles: all.map(formatCycle).join(t('list.comma')) })] : [];
}

/** Describe how a symmetry moves the cells. */
export function describeCells(symmetry: Symmetry): string {
  const motion = motionOf(symmetry);
  if (motion) return t(`numbers.motion.${motion}`);
  return [
    ...(symmetry.transpose ? [t('numbers.motion.diagonal')] : []),
    ...describeCycles('numbers.rows', (row) => symmetry.rows.indexOf(row)),
    ...describeCycles('numbers.columns', (column) => symmetry.columns.indexOf(column)),
  ].join(t('numbers.then'));
}

/** Describe how a symmetry relabels the digits. */
export const digitCycles = ({ digits }: Symmetry): string =>
  cycles((digit) => digits[digit]! - 1)
    .map(formatCycle)
    .join(t('list.comma')) || t('numbers.digitsStay');

/** The same, as part of a sentence. */
export const describeDigits = (symmetry: Symmetry): string =>
  describeCycles('numbers.digits', (digit) => symmetry.digits[digit]! - 1)[0] ?? t('numbers.digitsStay');
