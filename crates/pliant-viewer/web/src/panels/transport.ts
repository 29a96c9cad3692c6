// The bar under the view: play, step, reset, speed, time; in replay also the slider over all frames and the loop.
import type { Hello, State } from "../net/protocol.ts";
import type { Frame } from "../net/decode.ts";
import { LatestOnly } from "../net/rate.ts";
import { timeWords } from "../data/format.ts";
import { byId, el, setText } from "../ui/dom.ts";
import { setIcon } from "../ui/icons.ts";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 0] as const;
const SEEK_INTERVAL_MS = 1000 / 30;

/** The speed after pressing slower or faster; 0, as fast as it goes, is the fastest. */
export function nextSpeed(speed: number, by: 1 | -1): number {
  const order = (value: number): number => (value === 0 ? Infinity : value);
  const sorted = [...SPEEDS].sort((a, b) => order(a) - order(b));
  const past = by > 0 ? sorted.find((value) => order(value) > order(speed)) : sorted.reverse().find((value) => order(value) < order(speed));
  return past ?? speed;
}

export function speedWords(speed: number): string {
  return speed === 0 ? "as fast as it goes" : `${speed} ×`;
}

export class Transport {
  loop = false;
  private readonly slider = byId<HTMLInputElement>("time-slider");
  private readonly time = byId("time");
  private readonly ratio = byId("ratio");
  private readonly speed = byId<HTMLSelectElement>("speed");
  private readonly progress = byId<HTMLProgressElement>("progress");
  private readonly seeks: LatestOnly<number>;
  private sliding = false;
  private hello: Hello | null = null;

  constructor(events: { seek(frame: number): void; speed(value: number): void }) {
    this.seeks = new LatestOnly(SEEK_INTERVAL_MS, (frame) => events.seek(frame));
    this.slider.addEventListener("pointerdown", () => (this.sliding = true));
    // Wherever the pointer is let go: the slider may have lost it by then.
    addEventListener("pointerup", () => (this.sliding = false));
    addEventListener("pointercancel", () => (this.sliding = false));
    this.slider.addEventListener("input", () => {
      this.seeks.offer(Number(this.slider.value));
      this.showTime(this.timeAt(Number(this.slider.value)));
    });
    this.speed.append(...SPEEDS.map((value) => el("option", { value }, speedWords(value))));
    this.speed.addEventListener("change", () => events.speed(Number(this.speed.value)));
  }

  setHello(hello: Hello): void {
    this.hello = hello;
    const replay = hello.mode === "replay";
    this.slider.hidden = !replay;
    this.progress.hidden = replay || !(hello.duration > 0);
    this.progress.max = hello.duration || 1;
    this.slider.max = String(Math.max(hello.frames - 1, 0));
    for (const button of document.querySelectorAll<HTMLElement>('#transport [data-mode="replay"]')) button.hidden = !replay;
  }

  setState(state: State, playButton: HTMLElement): void {
    setIcon(playButton, state.playing ? "pause" : "play");
    playButton.setAttribute("aria-label", state.playing ? "Pause" : "Play");
    const value = String(state.speed);
    if (![...this.speed.options].some((option) => option.value === value)) {
      this.speed.append(el("option", { value }, speedWords(state.speed)));
    }
    if (document.activeElement !== this.speed) this.speed.value = value;
  }

  setFrame(frame: Frame): void {
    this.progress.value = frame.time;
    if (!this.sliding) {
      this.slider.value = String(frame.index);
      this.showTime(frame.time);
    }
    setText(this.ratio, Number.isFinite(frame.speedRatio) && frame.speedRatio > 0 ? `${frame.speedRatio.toPrecision(2)} × real time` : "");
  }

  private timeAt(frame: number): number {
    return this.hello?.times[frame] ?? frame * (this.hello?.frameStep ?? 0);
  }

  private showTime(time: number): void {
    const step = this.hello?.frameStep ?? 0;
    const all = this.hello && this.hello.duration > 0 ? ` / ${this.hello.duration} s` : "";
    const words = timeWords(time, step) + all;
    setText(this.time, words);
    this.slider.setAttribute("aria-valuetext", words);
  }
}
