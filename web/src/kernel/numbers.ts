/** Grid numbers and canonical forms. Creating an instance fills the kernel's tables. */

import { readSymmetry, type Symmetry } from '../shared/core/symmetry';
import type { Digits } from '../shared/core/rules';
import type { Kernel } from './kernel';

const MOST_SYMMETRIES = 648; // the automorphisms of the most symmetric grid
const SYMMETRY = 28; // bytes

/** The number of full grids, for pages that are drawn before the tables are full. */
export const GRIDS = 6_670_903_752_021_072_936_960n;

export class Numbers {
  /** The number of full grids. */
  readonly count: bigint;
  private readonly grids: number;
  private readonly canonical: number;
  private readonly room: number;

  constructor(private readonly kernel: Kernel) {
    const { exports } = kernel;
    this.grids = kernel.allocate(exports.shudu_grids_workspace());
    this.canonical = kernel.allocate(exports.shudu_canonical_workspace());
    this.room = kernel.allocate(512 + MOST_SYMMETRIES * SYMMETRY);
    kernel.expect(exports.shudu_grids_tables(this.grids));
    kernel.expect(exports.shudu_canonical_tables(this.canonical));
    exports.shudu_grids_count(this.grids, this.number);
    this.count = this.read();
  }

  /** Return the full grid with a number below `count`. */
  grid(number: bigint): number[] {
    this.words().setBigUint64(0, number & 0xffff_ffff_ffff_ffffn, true);
    this.words().setBigUint64(8, number >> 64n, true);
    this.kernel.expect(this.kernel.exports.shudu_unrank(this.grids, this.number, 1, this.cells));
    return [...this.kernel.bytes(this.cells, 81)];
  }

  /** Return the number of a full grid. */
  rank(grid: Digits): bigint {
    this.kernel.bytes(this.cells, 81).set(grid);
    this.kernel.expect(this.kernel.exports.shudu_rank(this.grids, this.cells, 1, this.number));
    return this.read();
  }

  /** Return all symmetries that map a full grid to its canonical form. */
  formSymmetries(grid: Digits): Symmetry[] {
    this.kernel.bytes(this.cells, 81).set(grid);
    const { exports } = this.kernel;
    const { canonical, cells, form, transforms, number } = this;
    this.kernel.expect(exports.shudu_canonical_all(canonical, cells, form, transforms, MOST_SYMMETRIES, number));
    const size = this.words().getUint32(0, true);
    return Array.from({ length: size }, (_, index) =>
      readSymmetry(this.kernel.bytes(transforms + SYMMETRY * index, SYMMETRY)),
    );
  }

  private get number(): number {
    return this.room;
  }

  private get cells(): number {
    return this.room + 128;
  }

  private get form(): number {
    return this.room + 256;
  }

  private get transforms(): number {
    return this.room + 512;
  }

  private words(): DataView {
    return new DataView(this.kernel.exports.memory.buffer, this.number, 16);
  }

  private read(): bigint {
    return this.words().getBigUint64(0, true) | (this.words().getBigUint64(8, true) << 64n);
  }
}
