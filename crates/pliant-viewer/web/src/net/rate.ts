// Sends the newest of many values, at most so often.

/** Calls `send` with the newest value, at once when it may, else when the interval is over. */
export class LatestOnly<T> {
  private last = -Infinity;
  private waiting: { value: T } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly intervalMs: number,
    private readonly send: (value: T) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  offer(value: T): void {
    this.waiting = { value };
    if (this.timer !== null) return;
    const wait = this.last + this.intervalMs - this.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  /** Sends what waits, now. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const next = this.waiting;
    if (!next) return;
    this.waiting = null;
    this.last = this.now();
    this.send(next.value);
  }

  /** Forgets what waits. */
  cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = null;
  }
}
