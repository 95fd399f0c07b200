/** Throttled values: updated a few times per second while the player runs, at once when it is paused. */

/** Updates waiting for their turn. One runs per frame, so that costly drawings never coincide. */
class Turns {
  private readonly waiting = new Set<Calm>();
  private frame = 0;

  join(calm: Calm): void {
    this.waiting.add(calm);
    this.frame ||= requestAnimationFrame(() => this.next());
  }

  leave(calm: Calm): void {
    this.waiting.delete(calm);
  }

  private next(): void {
    const now = performance.now();
    for (const calm of this.waiting) {
      if (!calm.isDue(now)) continue;
      this.waiting.delete(calm);
      calm.catchUp(now);
      break;
    }
    this.frame = this.waiting.size ? requestAnimationFrame(() => this.next()) : 0;
  }
}

const turns = new Turns();

export class Calm {
  value = $state(0);
  private last = 0;

  /** Follows `source`; while `hurried` holds, at most every `pause` milliseconds. Create it while a component initialises. */
  constructor(
    private readonly source: () => number,
    hurried: () => boolean,
    private readonly pause = 0,
  ) {
    $effect.pre(() => {
      const now = source();
      if (hurried()) return turns.join(this);
      turns.leave(this);
      this.value = now;
    });
    $effect(() => () => turns.leave(this));
  }

  isDue(now: number): boolean {
    return now - this.last >= this.pause;
  }

  catchUp(now: number): void {
    this.last = now;
    this.value = this.source();
  }
}
