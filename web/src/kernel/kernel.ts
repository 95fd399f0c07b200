/** The kernel as WebAssembly: the functions of kernel/kernel.h that the page uses. The page manages the memory. */

import type { Digits } from '../shared/core/rules';

const OK = 0;
const PAGE = 65536;

/** The exports of the module. Sizes and addresses are 32 bits wide, `limit` is 64. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  shudu_solve_workspace(): number;
  shudu_solve(
    puzzles: number,
    n: number,
    limit: bigint,
    solutions: number,
    counts: number,
    counters: number,
    workspace: number,
    stop: number,
  ): number;
  shudu_enumerate_workspace(): number;
  shudu_enumerate_begin(puzzle: number, workspace: number): number;
  shudu_enumerate_next(workspace: number, solutions: number, room: number, written: number, stop: number): number;
  shudu_se_workspace(): number;
  shudu_se(puzzles: number, n: number, budget: bigint, ratings: number, workspace: number, stop: number): number;
  shudu_path_workspace(): number;
  shudu_path_start(digits: number, n: number, paths: number, workspace: number): number;
  shudu_path_apply(
    path: number,
    removes: number,
    removed: number,
    places: number,
    placed: number,
    workspace: number,
  ): number;
  shudu_path_follow(
    paths: number,
    n: number,
    plan: number,
    searches: number,
    steps: number,
    room: number,
    written: number,
    workspace: number,
    stop: number,
  ): number;
  shudu_grids_workspace(): number;
  shudu_grids_tables(tables: number): number;
  shudu_grids_count(tables: number, count: number): void;
  shudu_unrank(tables: number, ranks: number, n: number, grids: number): number;
  shudu_rank(tables: number, grids: number, n: number, ranks: number): number;
  shudu_sample_grids(
    tables: number,
    seed: bigint,
    first_index: bigint,
    n: number,
    grids: number,
    ranks: number,
  ): number;
  shudu_dig_workspace(): number;
  shudu_dig(
    grids: number,
    n: number,
    orbit_of: number,
    goal: number,
    seed: bigint,
    first_index: bigint,
    puzzles: number,
    clues: number,
    counters: number,
    workspace: number,
    stop: number,
  ): number;
  shudu_canonical_workspace(): number;
  shudu_canonical_tables(tables: number): number;
  shudu_canonical_all(
    tables: number,
    grid: number,
    canonical: number,
    transforms: number,
    room: number,
    written: number,
  ): number;
}

/** The number of solutions, up to a limit, and the first of them. */
export interface Solved {
  count: number;
  solution: number[] | null;
}

/** A rating by Sudoku Explainer 1.2.1: the hardest step, up to the first digit, and the first step. */
export interface SeRating {
  er: number;
  ep: number;
  ed: number;
}

const RATED = 1;

/** One instance of the module. Calls block; `engine.ts` moves long work to a worker. */
export class Kernel {
  private readonly puzzle: number;
  private readonly solutions: number;
  private readonly numbers: number;
  private readonly solving: number;
  private enumerating = 0;
  private rating = 0;
  private batch = 0;
  private batchRoom = 0;

  constructor(readonly exports: KernelExports) {
    this.puzzle = this.allocate(128);
    this.solutions = this.puzzle + 1024;
    this.numbers = this.puzzle + 512;
    this.solving = this.allocate(exports.shudu_solve_workspace());
  }

  /** Load the module from the page's own server. */
  static async load(url: string | URL): Promise<Kernel> {
    return Kernel.from(await WebAssembly.instantiateStreaming(fetch(url), {}));
  }

  static from({ instance }: WebAssembly.WebAssemblyInstantiatedSource): Kernel {
    return new Kernel(instance.exports as unknown as KernelExports);
  }

  /** Count the solutions of a puzzle up to `limit`; also return the first. */
  solve(digits: Digits, limit = 2): Solved {
    this.bytes(this.puzzle, 81).set(digits);
    const { puzzle, solutions, numbers, solving } = this;
    this.expect(this.exports.shudu_solve(puzzle, 1, BigInt(limit), solutions, numbers, 0, solving, 0));
    const count = Number(new DataView(this.exports.memory.buffer).getBigUint64(numbers, true));
    return { count, solution: count ? [...this.bytes(solutions, 81)] : null };
  }

  /** Count how many of some puzzles have several solutions, in one call. */
  countAmbiguous(puzzles: readonly (readonly number[])[]): number {
    const n = puzzles.length;
    if (n > this.batchRoom) {
      this.batch = this.allocate(n * (81 + 81 + 8) + 8);
      this.batchRoom = n;
    }
    puzzles.forEach((puzzle, index) => this.bytes(this.batch + 81 * index, 81).set(puzzle));
    const counts = this.batch + 8 * Math.ceil((2 * 81 * n) / 8);
    this.expect(this.exports.shudu_solve(this.batch, n, 2n, this.batch + 81 * n, counts, 0, this.solving, 0));
    return [...new BigUint64Array(this.exports.memory.buffer, counts, n)].filter((count) => count > 1n).length;
  }

  /** Return the first solutions of a puzzle, at most `room`. */
  first(digits: Digits, room: number): number[][] {
    this.enumerating ||= this.allocate(this.exports.shudu_enumerate_workspace());
    this.bytes(this.puzzle, 81).set(digits);
    this.expect(this.exports.shudu_enumerate_begin(this.puzzle, this.enumerating));
    const result: number[][] = [];
    while (result.length < room) {
      this.expect(this.exports.shudu_enumerate_next(this.enumerating, this.solutions, 1, this.numbers, 0));
      if (!new DataView(this.exports.memory.buffer).getUint32(this.numbers, true)) break;
      result.push([...this.bytes(this.solutions, 81)]);
    }
    return result;
  }

  /** Rate a puzzle with one solution; null if it takes more than `budget` units of work (0: no limit). */
  rate(digits: Digits, budget: number): SeRating | null {
    this.rating ||= this.allocate(this.exports.shudu_se_workspace());
    this.bytes(this.puzzle, 81).set(digits);
    this.expect(this.exports.shudu_se(this.puzzle, 1, BigInt(budget), this.numbers, this.rating, 0));
    const bytes = new DataView(this.exports.memory.buffer, this.numbers, 16);
    if (bytes.getUint8(7) !== RATED) return null;
    const [er, ep, ed] = [0, 2, 4].map((offset) => bytes.getUint16(offset, true) / 10) as [number, number, number];
    return { er, ep, ed };
  }

  /** Allocate memory. The kernel allocates none, so everything past its own data is free. */
  allocate(size: number): number {
    return this.exports.memory.grow(Math.ceil(size / PAGE)) * PAGE;
  }

  /** Return a view of memory at an address; invalid after the next allocation. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, length);
  }

  /** Throw if a call failed. */
  expect(status: number): void {
    if (status !== OK) throw new Error(`the kernel answered ${status}`);
  }
}
