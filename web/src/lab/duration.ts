import { t } from '../app/i18n';

/** Durations in a suitable unit. */
export function duration(seconds: number): string {
  if (seconds >= 1) return t('lab.time.s', { n: seconds.toFixed(2) });
  return t('lab.time.ms', { n: (1000 * seconds).toPrecision(seconds < 0.1 ? 2 : 3) });
}
