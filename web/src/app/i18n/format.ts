/** Numbers and dates in the player's language. */

import { LOCALES, settings } from '../settings.svelte';

/** A number with grouped digits. */
export const formatNumber = (number: number | bigint): string =>
  new Intl.NumberFormat(LOCALES[settings.language]).format(number);

export const formatDate = (date: Date | number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[settings.language], options).format(date);
