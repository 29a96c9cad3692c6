// The line that tells in words what is seen: read aloud by screen readers, so it speaks seldom.

/** After anything but the time has changed; the time alone is told less often. */
export const LEAST_PAUSE_MS = 2000;
const TIME_PAUSE_MS = 8000;

export interface Summary {
  /** Playing, paused, finished... */
  status: string;
  time: string;
  /** Of the values shown; "" when there are none. */
  range: string;
}

export class Announcer {
  private last = -Infinity;
  private said: Summary = { status: "", time: "", range: "" };
  private next: Summary | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly say: (words: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes the newest summary; it is told as soon as the pause allows. */
  tell(summary: Summary): void {
    this.next = summary;
    const wait = this.wait(summary);
    clearTimeout(this.timer);
    if (wait <= 0) this.flush();
    else if (Number.isFinite(wait)) this.timer = setTimeout(() => this.flush(), wait);
  }

  private wait(summary: Summary): number {
    const urgent = summary.status !== this.said.status;
    const other = summary.time !== this.said.time || summary.range !== this.said.range;
    if (!urgent && !other) return Infinity;
    return this.last + (urgent ? LEAST_PAUSE_MS : TIME_PAUSE_MS) - this.now();
  }

  private flush(): void {
    if (!this.next) return;
    this.last = this.now();
    this.said = this.next;
    this.next = null;
    this.say(words(this.said));
  }
}

/** The summary as a sentence or two. */
export function words({ status, time, range }: Summary): string {
  return [`${status}, ${time}.`, range && `${range}.`].filter(Boolean).join(" ");
}
