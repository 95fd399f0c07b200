/** Describes events and endings in words. */

import { formatNumber } from '../../app/i18n/format';
import { hasText, t, textOr } from '../../app/i18n';
import { cellName } from '../../shared/core/geometry';
import { errorText } from '../../app/i18n/errors.svelte';
import { houseWords } from '../../app/i18n/names';
import type { Run } from '../player/run.svelte';
import type { TraceEvent } from '../trace/trace';

/** Describe an event with its details. */
export function sentence(event: TraceEvent | null, digs: boolean): string {
  if (!event) return t('lab.event.start');
  const { temperature, transformation } = event.why;
  const more =
    temperature !== undefined ? t('lab.event.temperature', { n: temperature }) : describeTransformation(transformation);
  return `${describe(event, digs)} ${more}`.trim();
}

function describe({ kind, depth, cell, digit, why }: TraceEvent, digs: boolean): string {
  const values = { cell: cell === null ? '' : cellName(cell), digit, depth };
  if (kind === 'conflict') {
    if (why.witnesses) return t('lab.event.refused', values);
    if (cell !== null) return t('lab.event.conflictCell', values);
    return why.house
      ? t('lab.event.conflictHouse', { ...values, house: houseWords(why.house) })
      : t('lab.event.conflict');
  }
  if (kind === 'retract' && cell === null) return t('lab.event.retractAll', values);
  if (digs && kind === 'remove') return t('lab.event.dug', values);
  if (digs && kind === 'place') return t('lab.event.back', values);
  return t(`lab.event.${kind}`, values);
}

/** Describe the details a method reports, such as `digits 314592687` or `number 12345`. */
function describeTransformation(transformation: string | undefined): string {
  if (!transformation) return '';
  const [what = '', ...rest] = transformation.split(' ');
  const value = rest.map((part) => textOr(`lab.detail.${part}`, part)).join(' ');
  const key = `lab.detail.${what}`;
  return hasText(key) ? t(key, { value }) : transformation;
}

/** Describe how a run ended, or how far it has got. */
export function ending(run: Run): string {
  const { trace, phase, length } = run;
  if (phase === 'waiting' || (phase === 'receiving' && !length)) return t('lab.lane.waiting');
  if (phase === 'receiving') return t('lab.lane.receiving', { n: formatNumber(length) });
  const events = formatNumber(length);
  if (phase === 'refused') return t('lab.end.refused', { words: run.refusal ? errorText(run.refusal) : '' });
  if (phase !== 'done' || !trace) return t(`lab.end.${phase === 'done' ? 'damaged' : phase}`, { events });
  const { solutions } = trace.stats(length);
  const reason = trace.eventAt(length)?.why.reason ?? 'cut';
  const clues = trace.at(length).digits.filter(Boolean).length;
  const key = reason === 'exhausted' && !solutions ? 'lab.end.none' : `lab.end.${reason}`;
  return hasText(key) ? t(key, { n: solutions, events, clues }) : reason;
}
