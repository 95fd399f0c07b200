/** Numbers formatted for people. */

import { formatNumber } from '../../app/i18n/format';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Format a number in full up to a billion, beyond that as a power of ten: 6.67·10²¹. */
export function large(number: number): string {
  if (number < 1e9) return formatNumber(Math.round(number));
  const power = Math.floor(Math.log10(number));
  const raised = [...String(power)].map((digit) => RAISED[Number(digit)]).join('');
  return `${(number / 10 ** power).toFixed(2)}·10${raised}`;
}

/** Format a share as a percentage with as many decimals as it needs. */
export const percent = (share: number, places = 1): string => `${(100 * share).toFixed(places)}%`;
