/** Events and endings in words. */

import { cellName } from '../../shared/core/geometry';
import { houseWords } from '../../app/i18n/names';
import type { Run } from '../player/run.svelte';
import type { TraceEvent } from '../trace/trace';
import { grouped, hasWords, w, wordsOr } from '../words';

/** What happened with an event, and what it tells besides. */
export function sentence(event: TraceEvent | null, digs: boolean): string {
  if (!event) return w('event.start');
  const { temperature, transformation } = event.why;
  const more = temperature !== undefined ? w('event.temperature', { n: temperature }) : told(transformation);
  return `${happened(event, digs)} ${more}`.trim();
}

function happened({ kind, depth, cell, digit, why }: TraceEvent, digs: boolean): string {
  const values = { cell: cell === null ? '' : cellName(cell), digit, depth };
  if (kind === 'conflict') {
    if (why.witnesses) return w('event.refused', values);
    if (cell !== null) return w('event.conflictCell', values);
    return why.house ? w('event.conflictHouse', { ...values, house: houseWords(why.house) }) : w('event.conflict');
  }
  if (kind === 'retract' && cell === null) return w('event.retractAll', values);
  if (digs && kind === 'remove') return w('event.dug', values);
  if (digs && kind === 'place') return w('event.back', values);
  return w(`event.${kind}`, values);
}

/** What a method tells of itself: `digits 314592687`, `number 12345`. */
function told(transformation: string | undefined): string {
  if (!transformation) return '';
  const [what = '', ...rest] = transformation.split(' ');
  const value = rest.map((part) => wordsOr(`told.${part}`, part)).join(' ');
  const key = `told.${what}`;
  return hasWords(key) ? w(key, { value }) : transformation;
}

/** How a run ended, or how far it is. */
export function ending(run: Run): string {
  const { trace, phase, length } = run;
  if (phase === 'waiting' || (phase === 'receiving' && !length)) return w('lane.waiting');
  if (phase === 'receiving') return w('lane.receiving', { n: grouped(length) });
  const events = grouped(length);
  if (phase === 'refused') return w('end.refused', { words: run.refusal });
  if (phase !== 'done' || !trace) return w(`end.${phase === 'done' ? 'damaged' : phase}`, { events });
  const { solutions } = trace.stats(length);
  const reason = trace.eventAt(length)?.why.reason ?? 'cut';
  const clues = trace.at(length).digits.filter(Boolean).length;
  const key = reason === 'exhausted' && !solutions ? 'end.none' : `end.${reason}`;
  return hasWords(key) ? w(key, { n: solutions, events, clues }) : reason;
}
