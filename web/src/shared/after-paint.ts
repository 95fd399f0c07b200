/** Work that waits until what a player did is on the screen. It never waits for a page out of sight: that may be its end. */

const SHOWN = 100; // milliseconds
const LONGEST = 500; // milliseconds; a window that is not drawn has no next frame

const waiting = new Set<() => void>();
let net: ReturnType<typeof setTimeout> | undefined;

/** Does some work after the next frame; the same work asked for again before that is done once. */
export function afterPaint(work: () => void): void {
  if (document.hidden) return work();
  if (!waiting.size) {
    requestAnimationFrame(() => setTimeout(doWaiting));
    net = setTimeout(doWaiting, LONGEST);
  }
  waiting.add(work);
}

/** Does what a screen wants once it stands: on a slow phone a frame is on the screen long after it was begun. */
export const afterOpening = (work: () => void): void => afterPaint(() => void setTimeout(work, SHOWN));

/** Does at once all that waits. */
function doWaiting(): void {
  clearTimeout(net);
  for (const work of waiting) {
    waiting.delete(work);
    work();
  }
}

/** Does some work at once if it waits. */
export function doNow(work: () => void): void {
  if (waiting.delete(work)) work();
}

// Before anyone else hears that the page or the screen is left.
for (const leaving of ['pagehide', 'hashchange']) addEventListener(leaving, doWaiting, { capture: true });
addEventListener('visibilitychange', () => document.hidden && doWaiting(), { capture: true });
