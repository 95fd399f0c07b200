/** Reads texts and files: plain grids in the page, every other format on the server. */

import type { FoundSheet } from '../api/schema';
import { MalformedGrid, readGrid } from '../shared/core/grid-text';
import { t } from '../app/i18n';
import { errorText } from '../app/i18n/errors.svelte';
import { answer, api, ApiError, withTimeout } from '../api/client';
import { settings } from '../app/settings.svelte';
import { sheetOfPuzzle } from './sheet';

const LONGEST = 2_000_000;
const PATIENCE = 20_000;

/** The puzzles in a text, and its errors. */
export interface Reading {
  format: string | null;
  sheets: FoundSheet[];
  problems: string[];
  more: boolean;
}

/** Read a text. Never throws; errors are in `problems`. */
export async function readText(source: string): Promise<Reading> {
  const text = source.replace(/\r\n?/g, '\n'); // old Mac files separate lines by a carriage return alone
  let own: string;
  try {
    const sheet = sheetOfPuzzle(readGrid(text));
    return { format: null, sheets: [{ line: 1, sheet, dropped: [] }], problems: [], more: false };
  } catch (error) {
    if (!(error instanceof MalformedGrid)) throw error;
    own = t(`import.${error.key}`, error.values);
    if (error.key === 'textEmpty') return fail(own);
  }
  if (text.length > LONGEST) return fail(t('import.tooLarge', { n: LONGEST / 1_000_000 }));
  try {
    const response = await answer(
      api.POST('/exchange/read', { body: { text, language: settings.language }, fetch: withTimeout(PATIENCE) }),
    );
    const problems = response.errors.map(({ line, column, message }) => t('import.place', { line, column, message }));
    if (response.more && response.errors.length && response.sheets.length < 500) problems.push(t('import.moreErrors'));
    return { format: response.format, sheets: response.sheets, problems, more: response.more };
  } catch (error) {
    return fail(
      own,
      !(error instanceof ApiError) ? t('import.away') : error.isBusy ? t('server.busy') : errorText(error),
    );
  }
}

const fail = (...problems: string[]): Reading => ({ format: null, sheets: [], problems, more: false });

/** Return the text of a file; UTF-16 is recognised by its byte order mark. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 4 * LONGEST).arrayBuffer());
  const mark = bytes[0]! * 256 + bytes[1]!;
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8').decode(bytes);
}
