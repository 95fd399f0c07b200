/** Games counted by minutes, put together so that a chart of them can be read. */

export interface Bin {
  /** `7`, or `10–14` where minutes are put together. */
  label: string;
  games: number;
}

const MOST_BINS = 6;

/** Bins of the same width from the fewest minutes to the most, the empty ones as well. */
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
