/** Addresses of runs and moments: `solve/PUZZLE/ALGORITHMS/LIMIT/SEED/MOMENT`, `make/METHODS/SEED/MOMENT`. */

import { isDigging } from './codes';
import { DIFFICULTIES, type Difficulty } from '../../shared/core/levels';
import { CLUE_SYMMETRIES, type ClueSymmetry } from '../../shared/core/symmetry';
import { MalformedGrid, readGrid, writeLine } from '../../shared/core/grid-text';

export const MOST_ALGORITHMS = 3;
export const LIMITS = ['1', '2', 'all'] as const;
export const FEWEST_CLUES = 17;
export const MOST_CLUES = 80;

export type Limit = (typeof LIMITS)[number];

export interface SolveAddress {
  puzzle: number[];
  /** Empty until algorithms are selected. */
  algorithms: string[];
  limit: Limit;
  seed: number;
  moment: number;
}

export interface MakeAddress {
  /** One to three methods; `dig` and `dig-blind` stand alone. */
  methods: string[];
  seed: number;
  moment: number;
  /** For digging only. */
  clues: number;
  symmetry: ClueSymmetry;
  /** The method that makes the final grid to dig. */
  grid: string;
  /** For a graded puzzle only; null for any. */
  difficulty: Difficulty | null;
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

/** The method that transforms a graded puzzle. */
export const GRADED = 'graded-puzzle';

/** Whether the address is that of digging. */
export const digs = ({ methods }: Pick<MakeAddress, 'methods'>): boolean => isDigging(methods[0]);

/** Return the address of a run; without a moment it plays from the start. */
export function writeMake(address: MakeAddress): string {
  const { methods, seed, moment, clues, symmetry, grid, difficulty } = address;
  const dug = digs(address) ? `/${clues}/${symmetry}${grid === 'uniform' ? '' : `/${grid}`}` : '';
  const graded = methods[0] === GRADED && difficulty ? `/${difficulty}` : '';
  return `lab/make/${methods.join(',')}/${seed}/${moment || '-'}${dug}${graded}`;
}

/** Parses an address of the generating page; null if it names no method. */
export function readMake([names = '', seed, moment, clues, symmetry, grid]: string[]): MakeAddress | null {
  const methods = [...new Set(names.split(','))].map((name) => FORMER_METHODS[name] ?? name).slice(0, MOST_ALGORITHMS);
  if (!methods.every((name) => /^[a-z0-9-]+$/.test(name))) return null;
  return {
    methods,
    seed: parseNatural(seed),
    moment: parseNatural(moment),
    clues: Math.min(MOST_CLUES, Math.max(FEWEST_CLUES, parseNatural(clues) || 28)),
    symmetry: CLUE_SYMMETRIES.find((name) => name === symmetry) ?? 'none',
    grid: grid && /^[a-z0-9-]+$/.test(grid) ? grid : 'uniform',
    difficulty: (methods[0] === GRADED && DIFFICULTIES.find((name) => name === clues)) || null,
  };
}

/** Parse a natural number the server accepts; anything else is 0. */
function parseNatural(text: string | undefined): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
