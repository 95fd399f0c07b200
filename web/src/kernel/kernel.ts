/** The kernel as WebAssembly: the functions of kernel/kernel.h that the page uses, over buffers it grows itself. */

import type { Digits } from '../shared/core/rules';

const OK = 0;
const PAGE = 65536;

/** The exports of the module. Sizes and addresses have 32 bits, `limit` has 64. */
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
  shudu_grids_workspace(): number;
  shudu_grids_tables(tables: number): number;
  shudu_grids_count(tables: number, count: number): void;
  shudu_unrank(tables: number, ranks: number, n: number, grids: number): number;
  shudu_rank(tables: number, grids: number, n: number, ranks: number): number;
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

/** One instance of the module. Calls return when they are done: `Engine` moves long work off the page. */
export class Kernel {
  private readonly puzzle: number;
  private readonly solutions: number;
  private readonly numbers: number;
  private readonly solving: number;
  private enumerating = 0;

  constructor(readonly exports: KernelExports) {
    this.puzzle = this.allocate(128);
    this.solutions = this.puzzle + 1024;
    this.numbers = this.puzzle + 512;
    this.solving = this.allocate(exports.shudu_solve_workspace());
  }

  /** Loads the module from where the page came from. */
  static async load(url: string | URL): Promise<Kernel> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
    return new Kernel(instance.exports as unknown as KernelExports);
  }

  /** Counts the solutions of one puzzle up to `limit` and gives the first. */
  solve(digits: Digits, limit = 2): Solved {
    this.bytes(this.puzzle, 81).set(digits);
    const { puzzle, solutions, numbers, solving } = this;
    this.expect(this.exports.shudu_solve(puzzle, 1, BigInt(limit), solutions, numbers, 0, solving, 0));
    const count = Number(new DataView(this.exports.memory.buffer).getBigUint64(numbers, true));
    return { count, solution: count ? [...this.bytes(solutions, 81)] : null };
  }

  /** The first solutions of one puzzle, at most `room` of them. */
  first(digits: Digits, room: number): number[][] {
    this.enumerating ||= this.allocate(this.exports.shudu_enumerate_workspace());
    this.bytes(this.puzzle, 81).set(digits);
    this.expect(this.exports.shudu_enumerate_begin(this.puzzle, this.enumerating));
    const found: number[][] = [];
    while (found.length < room) {
      this.expect(this.exports.shudu_enumerate_next(this.enumerating, this.solutions, 1, this.numbers, 0));
      if (!new DataView(this.exports.memory.buffer).getUint32(this.numbers, true)) break;
      found.push([...this.bytes(this.solutions, 81)]);
    }
    return found;
  }

  /** Room for tables or buffers: the kernel allocates nothing, so all memory past its own data is the page's to give. */
  allocate(size: number): number {
    return this.exports.memory.grow(Math.ceil(size / PAGE)) * PAGE;
  }

  /** The memory at an address, until more is allocated. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, length);
  }

  /** Throws unless a call ended well. */
  expect(status: number): void {
    if (status !== OK) throw new Error(`the kernel answered ${status}`);
  }
}
