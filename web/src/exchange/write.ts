/** A sheet in any format: by the server; the plain line and our own file also without it. */

import type { FormatOut, WrittenOut } from '../api/schema';
import { answer, api, ApiError } from '../api/client';
import { textIn, type MessageKey } from '../app/i18n';
import { playedParts, type Sheet } from './sheet';

export type { WrittenOut } from '../api/schema';

/** The formats this page writes itself. */
const own = (): FormatOut[] => [
  { id: 'game', ...names('format.game'), suffix: '.shudu', kind: 'document', carries: [] },
  { id: 'line', ...names('format.line'), suffix: '.txt', kind: 'line', carries: [] },
];

const names = (key: MessageKey) => ({ english: textIn('en', key), chinese: textIn('zh', key) });

let known: Promise<FormatOut[]> | undefined;

/** The formats there are; those this page writes itself if the server is away. */
export async function formats(): Promise<FormatOut[]> {
  known ??= answer(api.GET('/exchange/formats'));
  try {
    return await known;
  } catch {
    known = undefined;
    return own();
  }
}

/** The file of a sheet; throws ApiError, or TypeError if the server is needed and away. */
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
  game: (sheet) => written(`${JSON.stringify({ format: 'shudu-game', version: 1, ...sheet })}\n`, '.shudu', []),
  line: (sheet) => written(`${sheet.digits}\n`, '.txt', playedParts(sheet)),
};

const written = (text: string, suffix: string, lost: string[]): WrittenOut => ({
  text,
  encoding: 'utf-8',
  name: `sudoku${suffix}`,
  media: 'text/plain',
  lost,
});

/** A file's content as the browser saves it. */
export function blobOf({ text, encoding, media }: WrittenOut): Blob {
  if (encoding === 'utf-8') return new Blob([text], { type: `${media};charset=utf-8` });
  return new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], { type: media });
}
