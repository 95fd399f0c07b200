/** Work put off until the player sees the effect of an action. A hidden page is not waited for: it may be about to close. */

const SHOWN = 100; // milliseconds
const LONGEST = 500; // milliseconds; a window that is not drawn has no next frame

const pending = new Set<() => void>();
let fallback: ReturnType<typeof setTimeout> | undefined;

/** Runs work after the next frame. Work that is already pending runs once. Without a page, as in tests, it runs now. */
export function afterPaint(work: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return work();
  if (!pending.size) {
    requestAnimationFrame(() => setTimeout(runPending));
    fallback = setTimeout(runPending, LONGEST);
  }
  pending.add(work);
}

/** Runs work once a screen stands. On a slow phone a frame appears long after it was begun. */
export const afterOpening = (work: () => void): void => afterPaint(() => void setTimeout(work, SHOWN));

function runPending(): void {
  clearTimeout(fallback);
  for (const work of pending) {
    pending.delete(work);
    work();
  }
}

/** Runs work now if it is pending. */
export function runNow(work: () => void): void {
  if (pending.delete(work)) work();
}

// In the capture phase, so that everything is saved before others hear that the page or the screen is left.
if (typeof window !== 'undefined') {
  for (const leaving of ['pagehide', 'hashchange']) addEventListener(leaving, runPending, { capture: true });
  addEventListener('visibilitychange', () => document.hidden && runPending(), { capture: true });
}
