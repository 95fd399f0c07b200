/** Numbers as people read them. */

import { formatNumber } from '../../app/i18n/format';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Whole up to a thousand million, above that as a power of ten: 6.67·10²¹. */
export function large(number: number): string {
  if (number < 1e9) return formatNumber(Math.round(number));
  const power = Math.floor(Math.log10(number));
  const raised = [...String(power)].map((digit) => RAISED[Number(digit)]).join('');
  return `${(number / 10 ** power).toFixed(2)}·10${raised}`;
}

/** A share as per cent, with as many places as it needs. */
export const percent = (share: number, places = 1): string => `${(100 * share).toFixed(places)} %`;
