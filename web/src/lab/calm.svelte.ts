/** Values that follow the player unhurried: a few times a second while it plays, at once when it rests. */

/** Those that wait for their turn. One has it in a frame, so that costly drawings never come together. */
const waiting = new Set<Calm>();
let frame = 0;

function next(): void {
  const now = performance.now();
  for (const calm of waiting) {
    if (!calm.isDue(now)) continue;
    waiting.delete(calm);
    calm.catchUp(now);
    break;
  }
  frame = waiting.size ? requestAnimationFrame(next) : 0;
}

export class Calm {
  value = $state(0);
  private last = 0;

  /** To be made while a component is: it follows `source`, while `hurried` says so only every `pause` milliseconds. */
  constructor(
    private readonly source: () => number,
    hurried: () => boolean,
    private readonly pause: number,
  ) {
    $effect.pre(() => {
      const now = source();
      if (!hurried()) {
        waiting.delete(this);
        this.value = now;
        return;
      }
      waiting.add(this);
      frame ||= requestAnimationFrame(next);
    });
    $effect(() => () => void waiting.delete(this));
  }

  isDue(now: number): boolean {
    return now - this.last >= this.pause;
  }

  catchUp(now: number): void {
    this.last = now;
    this.value = this.source();
  }
}
