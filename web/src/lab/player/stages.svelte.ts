/** Parts of a page that come one frame after the other, so that none of them holds up the page for long. */

export class Stages {
  /** How many parts are there. */
  reached = $state(0);

  constructor(count: number) {
    $effect(() => {
      let frame = 0;
      const next = (): void => {
        this.reached++;
        if (this.reached < count) frame = requestAnimationFrame(next);
      };
      frame = requestAnimationFrame(next);
      return () => cancelAnimationFrame(frame);
    });
  }
}
