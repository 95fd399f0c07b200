/** Grids as text: a line of 81 characters, or nine rows of nine with or without rules between them. */

import { CELLS } from './geometry';
import type { Digits } from './rules';

const BLANKS = '.0*_xX';
const RULES = /[|\-+=:\s┌┬┐├┼┤└┴┘─│━┃╔╦╗╠╬╣╚╩╝═║╟╫╢╤╧╪]/gu;

/** A text is not a grid; `key` and `values` select the message. */
export class MalformedGrid extends Error {
  constructor(
    readonly key: 'textEmpty' | 'textRows' | 'textRow' | 'textLength' | 'textStranger',
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`);
  }
}

/** Parse a line or a drawn grid; 0 for an empty cell. */
export function readGrid(text: string): number[] {
  const plain = text
    .replace(/^\uFEFF/, '')
    .normalize('NFKC')
    .trim();
  if (!plain) throw new MalformedGrid('textEmpty');
  const rows = plain.split(/\r?\n/).filter((row) => row.replace(RULES, ''));
  if (rows.length === 1) return readLine(rows[0]!);
  if (rows.length !== 9) throw new MalformedGrid('textRows', { rows: rows.length });
  return rows.flatMap((row, index) => readRow(row, index + 1));
}

/** Return the 81-character line of a grid. */
export const writeLine = (digits: Digits): string => CELLS.map((cell) => digits[cell] || '.').join('');

function readLine(line: string): number[] {
  const head = line.split(/[\s,]/, 1)[0]!;
  const cells = head.length >= 81 ? head : line.replace(RULES, '');
  const digits = toDigits(cells.slice(0, 82));
  if (cells.length !== 81) throw new MalformedGrid('textLength', { cells: cells.length });
  return digits;
}

function readRow(row: string, number: number): number[] {
  const cells = row.replace(/,/g, '').replace(RULES, '');
  const digits = toDigits(cells);
  if (cells.length !== 9) throw new MalformedGrid('textRow', { row: number, cells: cells.length });
  return digits;
}

function toDigits(cells: string): number[] {
  return [...cells].map((character, index) => {
    if (BLANKS.includes(character)) return 0;
    if (/^[1-9]$/.test(character)) return Number(character);
    throw new MalformedGrid('textStranger', { position: index + 1, character });
  });
}
