/** Defers work until the effect of an action is visible. A hidden page may be about to close, so nothing waits for it. */

const SHOWN = 100; // milliseconds
const LONGEST = 500; // milliseconds; a window that is not drawn gets no frames

const pending = new Set<() => void>();
let fallback: ReturnType<typeof setTimeout> | undefined;

/** Run work after the next frame, at most once if already pending. Without a page, as in tests, run it now. */
export function afterPaint(work: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return work();
  if (!pending.size) {
    requestAnimationFrame(() => setTimeout(runPending));
    fallback = setTimeout(runPending, LONGEST);
  }
  pending.add(work);
}

/** Run work once a screen is visible; on a slow phone that is long after its frame began. */
export const afterOpening = (work: () => void): void => afterPaint(() => void setTimeout(work, SHOWN));

function runPending(): void {
  clearTimeout(fallback);
  for (const work of pending) {
    pending.delete(work);
    work();
  }
}

/** Run work now if it is pending. */
export function runNow(work: () => void): void {
  if (pending.delete(work)) work();
}

// In the capture phase, so that everything is saved before other listeners run.
if (typeof window !== 'undefined') {
  for (const leaving of ['pagehide', 'hashchange']) addEventListener(leaving, runPending, { capture: true });
  addEventListener('visibilitychange', () => document.hidden && runPending(), { capture: true });
}
