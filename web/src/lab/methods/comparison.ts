/** The measurements of `shudu quality --data`: the reach, fairness and speed of each method. */

import type { Cell } from '../../shared/core/geometry';
import type { Language } from '../../app/settings.svelte';
import data from './quality.json';

type Text = Record<Language, string>;

export interface Measured {
  method: string;
  name: Text;
  about: Text;
  bias: Text;
  /** The sample size, and how many grids differ literally and up to symmetry. */
  grids: number;
  distinct: number;
  distinct_up_to_symmetry: number;
  /** The number of grids the method can generate. */
  reach: number;
  /** Total variation distance over band classes, and the value expected by chance. */
  class_distance: number;
  distance_floor: number;
  /** The share of each class. */
  classes: number[];
  /** The pair of cells whose probability of holding equal digits deviates most. */
  pair: { cells: [Cell, Cell]; seen: number; expected: number };
  /** Unavoidable sets of four cells per grid. */
  fours: number;
  fair: boolean;
  grids_per_second: number | null;
}

export interface Clues {
  how: string;
  puzzles: number;
  /** The percentage of each clue count. */
  shares: Record<string, number>;
  mean: number;
}

export interface Comparison {
  methods: Measured[];
  clues: Clues[];
  exact: { classes: number[]; fours: number; clues: Record<string, number> };
}

export const comparison = data as unknown as Comparison;
