/** Throttled values: updated a few times per second while the player runs, at once when it is paused. */

/** Updates waiting for their turn. One runs per frame, so that costly drawings never coincide. */
class UpdateQueue {
  private readonly waiting = new Set<ThrottledValue>();
  private frame = 0;

  join(item: ThrottledValue): void {
    this.waiting.add(item);
    this.frame ||= requestAnimationFrame(() => this.next());
  }

  leave(item: ThrottledValue): void {
    this.waiting.delete(item);
  }

  private next(): void {
    const now = performance.now();
    for (const item of this.waiting) {
      if (!item.isDue(now)) continue;
      this.waiting.delete(item);
      item.catchUp(now);
      break;
    }
    this.frame = this.waiting.size ? requestAnimationFrame(() => this.next()) : 0;
  }
}

const queue = new UpdateQueue();

export class ThrottledValue {
  value = $state(0);
  private last = 0;

  /** Follows `source`; while `isPlaying` holds, at most every `pause` milliseconds. Create it while a component initialises. */
  constructor(
    private readonly source: () => number,
    isPlaying: () => boolean,
    private readonly pause = 0,
  ) {
    $effect.pre(() => {
      const now = source();
      if (isPlaying()) return queue.join(this);
      queue.leave(this);
      this.value = now;
    });
    $effect(() => () => queue.leave(this));
  }

  isDue(now: number): boolean {
    return now - this.last >= this.pause;
  }

  catchUp(now: number): void {
    this.last = now;
    this.value = this.source();
  }
}
