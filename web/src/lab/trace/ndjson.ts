/** Writes a trace as NDJSON, in the form of `shudu.search.trace.files`. */

import { cellName } from '../../shared/core/geometry';
import type { Trace } from './trace';

const STRETCH = 4096;

/** Yield chunks of lines, so that writing a long trace does not block the page. */
export function* ndjson(trace: Trace): Generator<string> {
  yield `${JSON.stringify(trace.header)}\n`;
  for (let start = 0; start < trace.length; start += STRETCH) {
    let text = '';
    for (let moment = start + 1; moment <= Math.min(start + STRETCH, trace.length); moment++)
      text += line(trace, moment);
    yield text;
  }
}

function line(trace: Trace, moment: number): string {
  const { kind, depth, cell, digit, why } = trace.eventAt(moment)!;
  return `${JSON.stringify({ kind, depth, ...(cell === null ? {} : { cell: cellName(cell) }), ...(digit ? { digit } : {}), ...why })}\n`;
}
