/** Runs long work in slices, so that the page stays responsive. */

const SLICE = 12;

/** Iterate, letting the page draw in between. */
export async function forEachResponsively<T>(steps: Iterable<T>, take: (step: T) => void): Promise<void> {
  let began = performance.now();
  for (const step of steps) {
    take(step);
    if (performance.now() - began < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}
