/** Selects the moments of a run to draw. */

export const MOST_PICTURES = 300;

/** Return the moments to draw: all of a range, or `most` evenly spaced ones including both ends. */
export function selectMoments(from: number, to: number, most = MOST_PICTURES): number[] {
  const count = Math.min(to - from + 1, most);
  return Array.from({ length: count }, (_, index) =>
    count < 2 ? to : Math.round(from + (index * (to - from)) / (count - 1)),
  );
}
