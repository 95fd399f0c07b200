/** Paths of human techniques in the kernel: how far a technique alone leads from a position. */

import { listOf, type DigitSet } from '../shared/core/digits';
import { CELLS, type Cell } from '../shared/core/geometry';
import { candidatesOf } from '../shared/core/rules';
import type { Kernel } from './kernel';

/** A position: the digits, and the candidates of each empty cell. */
export interface CandidateGrid {
  digits: readonly number[];
  candidates: readonly DigitSet[];
}

/** A technique of the kernel: the number of its search (`SEARCHES` in shudu/kernel/logic.py), and a bit per kind of step. */
export type PathSearch = readonly [number: number, kinds: number];

// The structure shudu_path of kernel.h.
const SIZE = 2432;
const GIVENS = 144;
const DIGITS = 160;

export class Paths {
  private readonly start: number;
  private readonly path: number;
  private readonly words: number;
  private readonly workspace: number;

  constructor(private readonly kernel: Kernel) {
    this.start = kernel.allocate(2 * SIZE + 2048);
    this.path = this.start + SIZE;
    this.words = this.path + SIZE;
    this.workspace = kernel.allocate(kernel.exports.shudu_path_workspace());
  }

  /** Yield the position in which each of some plans ends, all from the same position. */
  *follow(
    grid: CandidateGrid,
    givens: readonly boolean[],
    plans: Iterable<readonly PathSearch[]>,
  ): Generator<CandidateGrid> {
    const { kernel, start, path } = this;
    this.begin(grid, givens);
    for (const plan of plans) {
      kernel.bytes(path, SIZE).set(kernel.bytes(start, SIZE));
      kernel.bytes(this.words, 2 * plan.length).set(plan.flat());
      const { words, workspace } = this;
      kernel.expect(kernel.exports.shudu_path_follow(path, 1, words, plan.length, 0, 0, words + 512, workspace, 0));
      yield this.read();
    }
  }

  private begin({ digits, candidates }: CandidateGrid, givens: readonly boolean[]): void {
    const { kernel, start, words, workspace } = this;
    kernel.bytes(words, 81).set(digits);
    kernel.expect(kernel.exports.shudu_path_start(words, 1, start, workspace));
    const missing = CELLS.flatMap((cell) =>
      digits[cell]
        ? []
        : listOf(candidatesOf(digits, cell) & ~candidates[cell]!).map((digit) => 81 * (digit - 1) + cell),
    );
    kernel.bytes(words, 2 * missing.length).set(new Uint8Array(Uint16Array.from(missing).buffer));
    kernel.expect(kernel.exports.shudu_path_apply(start, words, missing.length, 0, 0, workspace));
    for (let digit = 1; digit <= 9; digit++)
      this.writeMask(start + 16 * (digit - 1), (cell) => ((candidates[cell]! >> digit) & 1) === 1);
    this.writeMask(start + GIVENS, (cell) => givens[cell]!);
  }

  private writeMask(address: number, contains: (cell: Cell) => boolean): void {
    const bytes = this.kernel.bytes(address, 16).fill(0);
    for (const cell of CELLS) if (contains(cell)) bytes[cell >> 3]! |= 1 << (cell & 7);
  }

  private read(): CandidateGrid {
    const { kernel, path } = this;
    const places = kernel.bytes(path, GIVENS);
    const candidates = CELLS.map((cell) => {
      let set = 0;
      for (let digit = 1; digit <= 9; digit++)
        set |= ((places[16 * (digit - 1) + (cell >> 3)]! >> (cell & 7)) & 1) << digit;
      return set;
    });
    return { digits: [...kernel.bytes(path + DIGITS, 81)], candidates };
  }
}
