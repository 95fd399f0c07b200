/** Addresses of runs and moments: `solve/PUZZLE/ALGORITHMS/LIMIT/SEED/MOMENT`, `make/METHOD/SEED/MOMENT`. */

import { MalformedGrid, readGrid, writeLine } from '../../shared/core/grid-text';

export const MOST_ALGORITHMS = 3;
export const LIMITS = ['1', '2', 'all'] as const;
export const SYMMETRIES = [
  'none',
  'rotate180',
  'rotate90',
  'horizontal',
  'vertical',
  'diagonal',
  'antidiagonal',
  'both',
] as const;
export const FEWEST_CLUES = 17;
export const MOST_CLUES = 80;

export type Limit = (typeof LIMITS)[number];
export type Symmetry = (typeof SYMMETRIES)[number];

export interface SolveAddress {
  puzzle: number[];
  /** Empty until algorithms are selected. */
  algorithms: string[];
  limit: Limit;
  seed: number;
  moment: number;
}

export interface MakeAddress {
  method: string;
  seed: number;
  moment: number;
  /** For digging only. */
  clues: number;
  symmetry: Symmetry;
}

export function writeSolve({ puzzle, algorithms, limit, seed, moment }: SolveAddress): string {
  const run = algorithms.length ? `/${algorithms.join(',')}/${limit}/${seed}` : '';
  return `lab/solve/${writeLine(puzzle)}${run}${moment ? `/${moment}` : ''}`;
}

/** Parses an address of the solving page; null if it has no valid puzzle. */
export function readSolve([line = '', names = '', limit, seed, moment]: string[]): SolveAddress | null {
  try {
    return {
      puzzle: readGrid(line),
      algorithms: [...new Set(decodeURIComponent(names).split(',').filter(Boolean))].slice(0, MOST_ALGORITHMS),
      limit: LIMITS.find((name) => name === limit) ?? '1',
      seed: parseNatural(seed),
      moment: parseNatural(moment),
    };
  } catch (error) {
    if (error instanceof MalformedGrid || error instanceof URIError) return null;
    throw error;
  }
}

/** Names of methods in links of earlier versions. */
const FORMER_METHODS: Record<string, string> = { seeds: 'graded' };

export function writeMake({ method, seed, moment, clues, symmetry }: MakeAddress): string {
  return `lab/make/${method}/${seed}/${moment}${method === 'dig' ? `/${clues}/${symmetry}` : ''}`;
}

/** Parses an address of the generating page; null if it names no method. */
export function readMake([method = '', seed, moment, clues, symmetry]: string[]): MakeAddress | null {
  if (!/^[a-z0-9-]+$/.test(method)) return null;
  return {
    method: FORMER_METHODS[method] ?? method,
    seed: parseNatural(seed),
    moment: parseNatural(moment),
    clues: Math.min(MOST_CLUES, Math.max(FEWEST_CLUES, parseNatural(clues) || 28)),
    symmetry: SYMMETRIES.find((name) => name === symmetry) ?? 'none',
  };
}

/** Parse a natural number the server accepts; anything else is 0. */
function parseNatural(text: string | undefined): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
