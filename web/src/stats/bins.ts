/** Games counted by minutes, in bins wide enough for a readable chart. */

export interface Bin {
  /** The label of a bin: `7`, or `10–14` for several minutes. */
  label: string;
  games: number;
}

const MOST_BINS = 6;

/** Return bins of equal width from the shortest game to the longest, including empty ones. */
export function binsOf(distribution: Readonly<Record<string, number>>): Bin[] {
  const minutes = Object.keys(distribution).map(Number);
  const [fewest, most] = [Math.min(...minutes), Math.max(...minutes)];
  const width = Math.ceil((most - fewest + 1) / MOST_BINS);
  const count = minutes.length ? Math.ceil((most - fewest + 1) / width) : 0;
  return Array.from({ length: count }, (_, index) => {
    const from = fewest + index * width;
    const within = minutes.filter((minute) => minute >= from && minute < from + width);
    const games = within.reduce((sum, minute) => sum + distribution[minute]!, 0);
    return { label: width === 1 ? String(from) : `${from}–${from + width - 1}`, games };
  });
}
