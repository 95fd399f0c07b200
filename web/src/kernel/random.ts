/** The kernel's random numbers, Philox4x32-10, as in `shudu.kernel.reference`: they give the order of digging. */

const MASK = 0xffff_ffffn;
export const DIGGING = 3n;

export class KernelRandom {
  private counter: bigint[];
  private block: bigint[] = [];

  constructor(
    private readonly seed: bigint,
    stream: bigint,
    index: bigint,
  ) {
    this.counter = [0n, stream, index & MASK, index >> 32n];
  }

  /** Return the items in random order, chosen from the last position to the first. */
  shuffle<T>(items: readonly T[]): T[] {
    const order = [...items];
    for (let place = order.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [order[place], order[other]] = [order[other]!, order[place]!];
    }
    return order;
  }

  private below(bound: number): number {
    const mask = 2 ** Math.ceil(Math.log2(bound)) - 1;
    for (;;) {
      const value = Number(this.next() & BigInt(mask));
      if (value < bound) return value;
    }
  }

  private next(): bigint {
    if (!this.block.length) {
      this.block = philox(this.counter, this.seed);
      this.counter[0]!++;
    }
    return this.block.shift()!;
  }
}

function philox(counter: readonly bigint[], key: bigint): bigint[] {
  let [one, two, three, four] = counter as [bigint, bigint, bigint, bigint];
  let [low, high] = [key & MASK, key >> 32n];
  for (let round = 0; round < 10; round++) {
    const [first, second] = [0xd251_1f53n * one, 0xcd9e_8d57n * three];
    [one, two, three, four] = [(second >> 32n) ^ two ^ low, second & MASK, (first >> 32n) ^ four ^ high, first & MASK];
    [low, high] = [(low + 0x9e37_79b9n) & MASK, (high + 0xbb67_ae85n) & MASK];
  }
  return [one, two, three, four];
}
