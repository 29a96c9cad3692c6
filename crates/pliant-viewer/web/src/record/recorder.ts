// Pictures and films of the view, with legend and time written into them.
import { COLOURS, medianCut, toSixteen } from "./palette.ts";
import { GifWriter, MOST_COLOURS } from "./gif.ts";
import { cssColour, viridis } from "../data/colour.ts";
import type { Axis } from "../data/ticks.ts";

/** What is written into the picture besides the bodies. */
export interface Caption {
  time: string;
  field: string;
  axis: Axis | null;
  text: string;
  background: string;
}

const MARGIN = 14;
const BAR_WIDTH = 12;

/** The canvas with legend and time drawn over it, `width` pixels wide. */
export function compose(source: HTMLCanvasElement, width: number, caption: Caption): HTMLCanvasElement {
  const made = document.createElement("canvas");
  made.width = Math.max(Math.round(width), 2);
  made.height = Math.max(Math.round((width * source.height) / Math.max(source.width, 1)), 2);
  const pen = made.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("This browser cannot draw pictures.");
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = caption.background;
  pen.fillRect(0, 0, made.width, made.height);
  pen.drawImage(source, 0, 0, made.width, made.height);
  const scale = Math.max(made.height / 600, 0.65);
  pen.scale(scale, scale);
  writeCaption(pen, made.width / scale, made.height / scale, caption);
  return made;
}

function writeCaption(pen: CanvasRenderingContext2D, width: number, height: number, caption: Caption): void {
  pen.font = "14px system-ui, sans-serif";
  pen.fillStyle = caption.text;
  pen.textBaseline = "alphabetic";
  pen.fillText(caption.time, MARGIN, height - MARGIN);
  if (!caption.axis) return;
  const [top, tall] = [46, Math.min(200, height - 100)];
  const left = width - MARGIN - 70;
  for (let y = 0; y < tall; y += 1) {
    pen.fillStyle = cssColour(viridis(1 - y / (tall - 1)));
    pen.fillRect(left, top + y, BAR_WIDTH, 1.5);
  }
  pen.fillStyle = caption.text;
  pen.textAlign = "right";
  pen.fillText(caption.axis.unit ? `${caption.field} (${caption.axis.unit})` : caption.field, width - MARGIN, top - 16);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const tick of caption.axis.ticks) pen.fillText(tick.words, left + BAR_WIDTH + 7, top + (1 - tick.fraction) * tall);
}

export function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

const FILM_WIDTH = 480;
/** At most so many frames a second, and so many in all: a film must fit into memory and into a message. */
const FRAME_PAUSE_MS = 66;
export const MOST_FRAMES = 300;
/** A film never stands still for longer than this (hundredths of a second). */
const LONGEST_FRAME = 100;

/** Gathers frames of the view; makes a GIF of them at the end. */
export class FilmRecorder {
  private frames: { pixels: Uint16Array; at: number }[] = [];
  private histogram = new Uint32Array(COLOURS);
  private width = 0;
  private height = 0;
  running = false;

  get length(): number {
    return this.frames.length;
  }

  start(): void {
    this.frames = [];
    this.histogram = new Uint32Array(COLOURS);
    this.width = 0;
    this.running = true;
  }

  /** Takes a frame if it is time for one; false when there is room for no more. */
  take(source: HTMLCanvasElement, caption: Caption, now: number): boolean {
    const last = this.frames.at(-1);
    if (!this.running || (last && now - last.at < FRAME_PAUSE_MS)) return this.running;
    const picture = compose(source, FILM_WIDTH, caption);
    if (this.width === 0) [this.width, this.height] = [picture.width, picture.height];
    const pen = picture.getContext("2d");
    // The window has been made larger or smaller: what fits in is kept.
    const data = pen?.getImageData(0, 0, this.width, this.height).data;
    if (!data) return true;
    const pixels = toSixteen(data);
    for (const colour of pixels) this.histogram[colour] += 1;
    this.frames.push({ pixels, at: now });
    return this.frames.length < MOST_FRAMES;
  }

  /** Ends the recording and gives the film, or null when there was no frame. Works in slices, so the page lives on. */
  async finish(now: number, progress: (fraction: number) => void): Promise<Uint8Array<ArrayBuffer> | null> {
    this.running = false;
    const { frames } = this;
    if (frames.length === 0) return null;
    const palette = medianCut(this.histogram, MOST_COLOURS);
    const writer = new GifWriter(this.width, this.height, palette.colours);
    for (const [k, frame] of frames.entries()) {
      const until = k + 1 < frames.length ? frames[k + 1].at : now;
      writer.add(new Uint8Array(frame.pixels.map((colour) => palette.indexOf[colour])), Math.min((until - frame.at) / 10, LONGEST_FRAME));
      progress((k + 1) / frames.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.frames = [];
    return writer.finish();
  }
}
