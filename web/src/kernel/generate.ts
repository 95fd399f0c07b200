/**
 * Generates puzzles in the page as the package does: the kernel draws a uniform final grid and digs holes in random order
 * while the solution stays unique. Without the test it covers cells blindly, as the founding paper does.
 */

import { CELLS } from '../shared/core/geometry';
import { randomFrom, shuffle } from '../shared/core/random';
import type { Kernel } from './kernel';

/** The clue bands of easy, medium and hard. */
export const BANDS = { easy: [38, 55], medium: [28, 37], hard: [22, 27] } as const;
export type Band = keyof typeof BANDS;

/** The fewest clues that digging reaches in a moment. Fewer take a search, which the server does. */
export const FEWEST_DUG = 22;

/** How many clues a puzzle shall have. */
export interface ClueRange {
  fewest: number;
  most: number;
  /** Whether holes are dug without a test, so that there may be several solutions. */
  blind?: boolean;
}

export interface Generated {
  puzzle: number[];
  solution: number[];
}

/** Return the number of filled cells. */
export const clueCount = (digits: readonly number[]): number => digits.filter(Boolean).length;

/** Return the band of a clue count. */
export const difficultyOf = (clues: number): Band => (clues >= 38 ? 'easy' : clues >= 28 ? 'medium' : 'hard');

/** Return a random seed that a link can hold. */
export const freshSeed = (): number => Math.floor(Math.random() * 2 ** 48);

/** Generate a puzzle; puzzle and solution depend on the request and the seed only. */
export function generate(kernel: Kernel, { fewest, most, blind }: ClueRange, seed: number = freshSeed()): Generated {
  const digger = diggerOf(kernel);
  const random = randomFrom(seed);
  for (let index = 0; ; index++) {
    const solution = digger.grid(BigInt(seed), index);
    const goal = fewest + Math.floor(random() * (most - fewest + 1));
    const puzzle = blind ? cover(solution, goal, random) : digger.dig(solution, goal, BigInt(seed), index);
    if (clueCount(puzzle) <= most) return { puzzle, solution };
  }
}

/** Cover random cells of a final grid, without a test. */
export function cover(solution: readonly number[], clues: number, random: () => number): number[] {
  const puzzle = [...solution];
  for (const cell of shuffle(CELLS, random).slice(clues)) puzzle[cell] = 0;
  return puzzle;
}

const diggers = new WeakMap<Kernel, Digger>();

/** Return the digger of a kernel, created once: its tables take a moment. */
export function diggerOf(kernel: Kernel): Digger {
  const digger = diggers.get(kernel) ?? new Digger(kernel);
  diggers.set(kernel, digger);
  return digger;
}

/** The kernel's uniform grids and its digging. */
class Digger {
  private readonly tables: number;
  private readonly workspace: number;
  private readonly room: number;

  constructor(private readonly kernel: Kernel) {
    const { exports } = kernel;
    this.tables = kernel.allocate(exports.shudu_grids_workspace());
    this.workspace = kernel.allocate(exports.shudu_dig_workspace());
    this.room = kernel.allocate(512);
    kernel.expect(exports.shudu_grids_tables(this.tables));
  }

  /** Return grid number `index` of a seed: the grid of `shudu.full_grid("uniform", seed)`. */
  grid(seed: bigint, index = 0): number[] {
    const { kernel, room, tables } = this;
    kernel.expect(kernel.exports.shudu_sample_grids(tables, seed, BigInt(index), 1, room, 0));
    return [...kernel.bytes(room, 81)];
  }

  /** Dig down to `goal` clues while the solution stays unique, as `shudu.generate` does. */
  dig(solution: readonly number[], goal: number, seed: bigint, index = 0): number[] {
    const { kernel, room, workspace } = this;
    kernel.bytes(room, 81).set(solution);
    kernel.bytes(room + 128, 81).set(CELLS);
    kernel.expect(
      kernel.exports.shudu_dig(room, 1, room + 128, goal, seed, BigInt(index), room + 256, room + 384, 0, workspace, 0),
    );
    return [...kernel.bytes(room + 256, 81)];
  }
}
