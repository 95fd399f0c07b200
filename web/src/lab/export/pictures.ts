/** Which moments of a run become pictures. */

export const MOST_PICTURES = 300;

/** All from one moment on, or as many as are wanted, evenly, with both ends. */
export function chosenMoments(from: number, to: number, most = MOST_PICTURES): number[] {
  const count = Math.min(to - from + 1, most);
  return Array.from({ length: count }, (_, index) =>
    count < 2 ? to : Math.round(from + (index * (to - from)) / (count - 1)),
  );
}
