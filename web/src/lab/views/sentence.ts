/** Describes events and endings in words. */

import { formatNumber } from '../../app/i18n/format';
import { hasText, joinSentences, t, textOr, type MessageKey } from '../../app/i18n';
import { cellName, parseHouse } from '../../shared/core/geometry';
import { errorText } from '../../app/i18n/errors.svelte';
import { houseWords } from '../../app/i18n/names';
import { PATTERN } from './objects';
import { isDigging, isWritten, type Code } from '../setup/codes';
import type { Run } from '../player/run.svelte';
import type { TraceEvent } from '../trace/trace';

/** What an event says that has a sentence of its own, by method and line of its pseudocode. */
const SENTENCES: Record<string, MessageKey> = {
  'template write': 'lab.event.letter',
  'backtrack row': 'lab.event.firstRow',
  'backtrack-recursive row': 'lab.event.firstRow',
  'search row': 'lab.event.firstRow',
  'diagonal box': 'lab.event.box',
  'backtrack write': 'lab.event.drawn',
  'backtrack-recursive write': 'lab.event.drawn',
  'random write': 'lab.event.drawn',
  'search write': 'lab.event.fits',
  'rows write': 'lab.event.fits',
  'mrv rewrite': 'lab.event.rewrite',
  'digits write': 'lab.event.columns',
  'digits dead-end': 'lab.event.noColumn',
  'digits again': 'lab.event.again',
  'digits restart': 'lab.event.restart',
  'sat found': 'lab.event.write',
  'kernel found': 'lab.event.write',
  'anneal fill': 'lab.event.write',
  'anneal swap': 'lab.event.write',
};

/** Describe an event with its details. */
export function sentence(event: TraceEvent | null, code: Code): string {
  if (!event) return t('lab.event.start');
  const digs = isDigging(code.id);
  const { temperature, transformation } = event.why;
  const words = [describe(event, digs, code)];
  if (temperature !== undefined) words.push(t('lab.event.temperature', { n: temperature }));
  else if (transformation) words.push(describeTransformation(transformation));
  return joinSentences(words);
}

function describe({ kind, depth, cell, digit, why }: TraceEvent, digs: boolean, code: Code): string {
  const values = { cell: cell === null ? '' : cellName(cell), digit, depth };
  const special = kind !== 'stop' && SENTENCES[`${code.id} ${code.ids[why.line - 1]}`];
  if (special) return t(special, { ...values, letter: cell === null ? '' : PATTERN[cell]! });
  if (kind === 'conflict') {
    if (why.witnesses) return t('lab.event.refused', values);
    if (cell !== null) return t('lab.event.conflictCell', values);
    return why.house
      ? t('lab.event.conflictHouse', { ...values, house: houseWords(parseHouse(why.house)) })
      : t('lab.event.conflict');
  }
  if (digs && kind === 'remove') return t('lab.event.dug', values);
  if (digs && kind === 'place') return t('lab.event.back', values);
  if ((kind === 'place' || kind === 'remove') && isWritten(code.id))
    return t(kind === 'place' ? 'lab.event.write' : 'lab.event.blank', values);
  return t(`lab.event.${kind}`, values);
}

/** Describe the details a method reports, such as `digits 314592687` or `number 12345`. */
function describeTransformation(transformation: string): string {
  const [what = '', ...rest] = transformation.split(' ');
  if (what === 'turn' && rest.length === 2) return t('lab.detail.quarter', { n: rest[0]!, all: rest[1]! });
  if (what === 'puzzle') rest[0] = t(`level.${rest[0]!}` as MessageKey);
  const value = rest.map((part) => textOr(`lab.detail.${part}`, part)).join(' ');
  const key = `lab.detail.${what}`;
  return hasText(key) ? t(key, { value }) : transformation;
}

const MADE: Record<string, MessageKey> = { 'dig-blind': 'lab.end.covered' };

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
  if (reason === 'made') return t(MADE[run.code.id] ?? 'lab.end.made', { clues });
  const key = reason === 'exhausted' && !solutions ? 'lab.end.none' : `lab.end.${reason}`;
  return hasText(key) ? t(key, { n: solutions, events, clues }) : reason;
}
