/** Work that waits until what a player did is on the screen. It never waits for a page out of sight: that may be its end. */

const SHOWN = 100; // milliseconds from the start of a frame until it is on the screen, on a slow phone too
const LONGEST = 500; // milliseconds; a window that is not drawn has no next frame

const waiting = new Set<() => void>();
let net: ReturnType<typeof setTimeout> | undefined;

/** Does some work after the next frame; the same work asked for again before that is done once. */
export function afterPaint(work: () => void): void {
  if (document.hidden) return work();
  if (!waiting.size) {
    requestAnimationFrame(() => setTimeout(doWaiting, SHOWN));
    net = setTimeout(doWaiting, LONGEST);
  }
  waiting.add(work);
}

/** Does at once all that waits. */
export function doWaiting(): void {
  clearTimeout(net);
  for (const work of waiting) {
    waiting.delete(work);
    work();
  }
}

// Before anyone else hears that the page or the screen is left.
for (const leaving of ['pagehide', 'hashchange']) addEventListener(leaving, doWaiting, { capture: true });
addEventListener('visibilitychange', () => document.hidden && doWaiting(), { capture: true });
