// Mouse, pen and fingers on the view: what each gesture means.
import type { OrbitCamera } from "./camera.ts";

/** What the gestures act on. Places are fractions of the screen from -1 to 1, y up. */
export interface PointerTarget {
  camera: OrbitCamera;
  /** Tries to take hold of a body there. */
  grabAt(x: number, y: number): boolean;
  dragTo(x: number, y: number): void;
  letGo(pin: boolean): void;
  /** The pointer rests there, or has left (null). */
  hover(place: [number, number] | null): void;
  cameraMoved(): void;
}

type Gesture = "none" | "orbit" | "pan" | "grab" | "pinch";

/** A drag over the view's height turns by so much (rad). */
const TURN_PER_HEIGHT = Math.PI;

export class PointerControl {
  private readonly down = new Map<number, [number, number]>();
  private gesture: Gesture = "none";

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly target: PointerTarget,
  ) {
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.lifted(event));
    canvas.addEventListener("pointercancel", (event) => this.lifted(event));
    canvas.addEventListener("pointerleave", (event) => {
      // A finger that is lifted leaves too; what its tap has read stays.
      if (event.pointerType !== "touch") target.hover(null);
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private place(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [(2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height];
  }

  private pressed(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.down.size === 2) {
      if (this.gesture === "grab") this.target.letGo(false);
      this.gesture = "pinch";
    } else if (this.down.size === 1) {
      this.gesture = this.firstGesture(event);
    }
    this.canvas.dataset.gesture = this.gesture;
  }

  private firstGesture(event: PointerEvent): Gesture {
    if (event.button === 1 || event.button === 2) return "pan";
    if (event.button !== 0) return "none";
    return this.target.grabAt(...this.place(event)) ? "grab" : "orbit";
  }

  private moved(event: PointerEvent): void {
    const before = this.down.get(event.pointerId);
    if (!before) {
      this.target.hover(this.place(event));
      return;
    }
    const now: [number, number] = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (this.gesture === "pinch") this.pinch(event.pointerId, before, now);
    this.down.set(event.pointerId, now);
    const height = this.canvas.clientHeight || 1;
    if (this.gesture === "grab") this.target.dragTo(...this.place(event));
    if (this.gesture === "orbit") {
      this.target.camera.orbit((-dx / height) * TURN_PER_HEIGHT, (dy / height) * TURN_PER_HEIGHT);
      this.target.cameraMoved();
    }
    if (this.gesture === "pan") {
      this.target.camera.pan(dx / height, -dy / height);
      this.target.cameraMoved();
    }
  }

  /** One of two fingers has moved: zoom by their distance, move by their middle. */
  private pinch(id: number, before: [number, number], now: [number, number]): void {
    const other = [...this.down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const apart = (a: [number, number]): number => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 8);
    const height = this.canvas.clientHeight || 1;
    const box = this.canvas.getBoundingClientRect();
    const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.target.camera.pan((now[0] - before[0]) / 2 / height, -(now[1] - before[1]) / 2 / height);
    this.target.camera.zoom(
      apart(before) / apart(now),
      (2 * (middle[0] - box.left)) / box.width - 1,
      1 - (2 * (middle[1] - box.top)) / box.height,
    );
    this.target.cameraMoved();
  }

  private lifted(event: PointerEvent): void {
    if (!this.down.delete(event.pointerId)) return;
    if (this.gesture === "grab") this.target.letGo(event.shiftKey && event.type === "pointerup");
    // After a pinch the finger that stays turns the view.
    this.gesture = this.gesture === "pinch" && this.down.size === 1 ? "orbit" : "none";
    this.canvas.dataset.gesture = this.gesture;
    // A tap reads the value where it was.
    if (this.down.size === 0 && event.pointerType === "touch") this.target.hover(this.place(event));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
    const factor = Math.exp(Math.min(Math.max(pixels, -300), 300) * (event.ctrlKey ? 0.008 : 0.0015));
    this.target.camera.zoom(factor, ...this.place(event));
    this.target.cameraMoved();
  }
}
