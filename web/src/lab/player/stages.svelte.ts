/** Shows the parts of a page one per frame, so that none blocks the page for long. */

export class Stages {
  /** The number of parts shown so far. */
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
