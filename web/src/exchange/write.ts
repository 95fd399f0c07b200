/** Writes sheets: all formats on the server, the plain line and our own file also offline. */

import type { FormatOut, WrittenOut } from '../api/schema';
import { answer, api, ApiError } from '../api/client';
import { textIn, type MessageKey } from '../app/i18n';
import { playedParts, type Sheet } from './sheet';

export type { WrittenOut } from '../api/schema';

/** The formats that work offline. */
const own = (): FormatOut[] => [
  { id: 'game', ...names('format.game'), suffix: '.shudu', kind: 'document', carries: [] },
  { id: 'line', ...names('format.line'), suffix: '.txt', kind: 'line', carries: [] },
];

const names = (key: MessageKey) => ({ english: textIn('en', key), chinese: textIn('zh', key) });

let cache: Promise<FormatOut[]> | undefined;

/** Return all formats; without the server, those that work offline. */
export async function formats(): Promise<FormatOut[]> {
  cache ??= answer(api.GET('/exchange/formats'));
  try {
    return await cache;
  } catch {
    cache = undefined;
    return own();
  }
}

/** Return the file of a sheet; throws ApiError, or TypeError if the server is needed but cannot be reached. */
export async function writeAs(format: string, sheet: Sheet): Promise<WrittenOut> {
  try {
    return await answer(api.POST('/exchange/write', { body: { format, sheet } }));
  } catch (error) {
    const here = error instanceof ApiError ? undefined : WRITERS[format]?.(sheet);
    if (here) return here;
    throw error;
  }
}

const WRITERS: Record<string, (sheet: Sheet) => WrittenOut> = {
  game: (sheet) => textFile(`${JSON.stringify({ format: 'shudu-game', version: 1, ...sheet })}\n`, '.shudu', []),
  line: (sheet) => textFile(`${sheet.digits}\n`, '.txt', playedParts(sheet)),
};

const textFile = (text: string, suffix: string, lost: string[]): WrittenOut => ({
  text,
  encoding: 'utf-8',
  name: `sudoku${suffix}`,
  media: 'text/plain',
  lost,
});

/** Return a file's content for saving. */
export function blobOf({ text, encoding, media }: WrittenOut): Blob {
  if (encoding === 'utf-8') return new Blob([text], { type: `${media};charset=utf-8` });
  return new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], { type: media });
}
