/** Links that open a puzzle on other sites, in the form each site documents. The sites are not contacted. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';

/** SudokuPad's short form: each character stands for a digit and up to five blanks after it, as digit + 10 · blanks. */
export const shortForm = (line: string): string =>
  line.replace(/[1-9.]\.{0,5}/g, (cells) => ALPHABET[(Number(cells[0]) || 0) + 10 * (cells.length - 1)]!);

const zeros = (line: string): string => line.replaceAll('.', '0');

/** The sites and their links. */
export const siteLinks = (line: string) =>
  ({
    sudokuwiki: `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros(line)}`,
    sudokupad: `https://sudokupad.app/scf${shortForm(line)}`,
    exchange: `https://sudokuexchange.com/play/?s=${zeros(line)}`,
  }) as const;
