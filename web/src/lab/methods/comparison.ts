/** What `shudu quality --data` measured: how far each method reaches, how fair and how fast it is. */

import type { Cell } from '../../shared/core/geometry';
import type { Language } from '../../app/settings.svelte';
import data from './quality.json';

type Text = Record<Language, string>;

export interface Measured {
  method: string;
  name: Text;
  about: Text;
  bias: Text;
  /** Grids in the sample, and how many of them differ: as they are, and up to symmetry. */
  grids: number;
  distinct: number;
  distinct_up_to_symmetry: number;
  /** How many grids the method can make at most. */
  reach: number;
  /** Total variation over the classes of bands, and what chance alone gives. */
  class_distance: number;
  distance_floor: number;
  /** The share of each class. */
  classes: number[];
  /** The pair of cells whose probability of being equal deviates most. */
  pair: { cells: [Cell, Cell]; seen: number; expected: number };
  /** Unavoidable sets of four cells a grid. */
  fours: number;
  fair: boolean;
  grids_per_second: number | null;
}

export interface Clues {
  how: string;
  puzzles: number;
  /** The share of each number of clues, in per cent. */
  shares: Record<string, number>;
  mean: number;
}

export interface Comparison {
  methods: Measured[];
  clues: Clues[];
  exact: { classes: number[]; fours: number; clues: Record<string, number> };
}

export const comparison = data as unknown as Comparison;
