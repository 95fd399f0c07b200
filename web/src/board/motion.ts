/** Short animations of what changed between two positions. They never delay anything and stop for reduced motion. */

const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const QUICK = 120; // milliseconds for a digit
export const WAVE = 600; // milliseconds for the wave over a solved board

const TURN = 70; // milliseconds between the cells of a hint

function animate(element: Element | null | undefined, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  if (!element?.animate || reduced()) return;
  element.animate(frames, { easing: 'ease-out', fill: 'backwards', ...timing });
}

/** A digit pops in. */
export const pop = (digit: Element | undefined): void =>
  animate(digit, [{ transform: 'scale(0.6)', opacity: 0.4 }, {}], { duration: QUICK });

/** Notes fade in. */
export const fadeIn = (marks: Element | undefined): void => animate(marks, [{ opacity: 0.2 }, {}], { duration: QUICK });

/** Cells light up one after the other. */
export const lightUp = (cells: readonly (Element | null)[]): void =>
  cells.forEach((cell, turn) =>
    animate(cell, [{ backgroundColor: 'var(--grid)', boxShadow: 'none' }, {}], {
      duration: 2 * QUICK,
      delay: turn * TURN,
    }),
  );

/** One wave runs over the board from a cell. `distance` is how far each cell is from it, 0 to 1. */
export const wave = (cells: readonly { element: Element | null; distance: number }[]): void =>
  cells.forEach(({ element, distance }) =>
    animate(element, [{}, { backgroundColor: 'var(--selected)', color: 'var(--given)' }, {}], {
      duration: WAVE / 2,
      delay: (distance * WAVE) / 2,
    }),
  );
