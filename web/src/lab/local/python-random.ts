/** Python's `random.Random` (MT19937) and `shudu.core.randomness.derive_seed`: a random seed means the same in the page and in the package. */

const LENGTH = 624;

export class PythonRandom {
  private readonly state = new Uint32Array(LENGTH);
  private next = LENGTH;

  constructor(seed: bigint) {
    const key: number[] = [];
    for (let rest = seed; rest || !key.length; rest >>= 32n) key.push(Number(rest & 0xffff_ffffn));
    this.initialise(key);
  }

  /** Return a number from 0 to `bound` - 1, as `randrange` does. */
  below(bound: number): number {
    const bits = 32 - Math.clz32(bound);
    for (;;) {
      const value = this.word() >>> (32 - bits);
      if (value < bound) return value;
    }
  }

  /** Return the digits 1 to 9 in random order, as `sample(range(1, 10), 9)` does. */
  digits(): number[] {
    const pool = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    return Array.from({ length: 9 }, (_, taken) => {
      const place = this.below(9 - taken);
      const digit = pool[place]!;
      pool[place] = pool[8 - taken]!;
      return digit;
    });
  }

  /** MT19937, initialisation by an array (Matsumoto, Nishimura 2002). */
  private initialise(key: readonly number[]): void {
    const { state } = this;
    state[0] = 19_650_218;
    for (let at = 1; at < LENGTH; at++) state[at] = Math.imul(1_812_433_253, this.mixed(at - 1)) + at;
    let at = 1;
    const advance = (value: number): void => {
      state[at] = value;
      if (++at < LENGTH) return;
      state[0] = state[LENGTH - 1]!;
      at = 1;
    };
    for (let step = 0; step < Math.max(LENGTH, key.length); step++) {
      const place = step % key.length;
      advance((state[at]! ^ Math.imul(this.mixed(at - 1), 1_664_525)) + key[place]! + place);
    }
    for (let step = 1; step < LENGTH; step++) advance((state[at]! ^ Math.imul(this.mixed(at - 1), 1_566_083_941)) - at);
    state[0] = 0x8000_0000;
  }

  private mixed(at: number): number {
    return this.state[at]! ^ (this.state[at]! >>> 30);
  }

  private word(): number {
    if (this.next === LENGTH) this.twist();
    let value = this.state[this.next++]!;
    value ^= value >>> 11;
    value ^= (value << 7) & 0x9d2c_5680;
    value ^= (value << 15) & 0xefc6_0000;
    return (value ^ (value >>> 18)) >>> 0;
  }

  private twist(): void {
    const { state } = this;
    for (let at = 0; at < LENGTH; at++) {
      const joined = (state[at]! & 0x8000_0000) | (state[(at + 1) % LENGTH]! & 0x7fff_ffff);
      state[at] = state[(at + 397) % LENGTH]! ^ (joined >>> 1) ^ (joined & 1 ? 0x9908_b0df : 0);
    }
    this.next = 0;
  }
}

/** Return an independent seed for a part of a job, determined by the seed and the labels. */
export const deriveSeed = (seed: number, ...labels: (string | number)[]): bigint =>
  blake2b64(new TextEncoder().encode([seed, ...labels].join('/')));

const WORD = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
/** The order of the message's words in each round. */
const ORDER = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map((round) => [...round].map((place) => parseInt(place, 16)));
/** The words that each of the eight mixings of a round takes: columns, then diagonals. */
const MIXED = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e'].map((four) =>
  [...four].map((place) => parseInt(place, 16)),
);

/** BLAKE2b with a digest of eight bytes, read as a little-endian number; the message has at most 128 bytes (RFC 7693). */
function blake2b64(message: Uint8Array): bigint {
  const block = new DataView(new ArrayBuffer(128));
  message.forEach((byte, at) => block.setUint8(at, byte));
  const words = Array.from({ length: 16 }, (_, at) => block.getBigUint64(8 * at, true));
  const first = START[0]! ^ 0x0101_0008n;
  const v = [first, ...START.slice(1), ...START];
  v[12]! ^= BigInt(message.length);
  v[14]! ^= WORD;
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10]!;
    MIXED.forEach((places, at) => mix(v, places, words[order[2 * at]!]!, words[order[2 * at + 1]!]!));
  }
  return first ^ v[0]! ^ v[8]!;
}

function mix(v: bigint[], places: readonly number[], x: bigint, y: bigint): void {
  const [a, b, c, d] = places as [number, number, number, number];
  for (const [word, one, two] of [
    [x, 32n, 24n],
    [y, 16n, 63n],
  ] as const) {
    v[a] = (v[a]! + v[b]! + word) & WORD;
    v[d] = turn(v[d]! ^ v[a], one);
    v[c] = (v[c]! + v[d]) & WORD;
    v[b] = turn(v[b]! ^ v[c], two);
  }
}

const turn = (word: bigint, by: bigint): bigint => (word >> by) | ((word << (64n - by)) & WORD);
