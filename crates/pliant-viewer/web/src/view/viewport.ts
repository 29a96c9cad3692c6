// The view: canvas, camera, overlay. Draws on demand: after a new frame, a camera move, a change of what is shown.
import type { Frame, Part } from "../net/decode.ts";
import type { Hello, Vec3 } from "../net/protocol.ts";
import { castRay, interpolate, type HalfSpace } from "../mesh/raycast.ts";
import { byId, reducedMotion } from "../ui/dom.ts";
import { between, OrbitCamera, type Bounds, type CameraState } from "./camera.ts";
import type { BodyHit } from "./grab.ts";
import { Overlay } from "./overlay.ts";
import type { ViewOptions } from "./part_view.ts";
import { boundsOf, Scene3d } from "./scene3d.ts";

/** What is at a place of the screen. */
export interface Reading {
  part: Part;
  /** NaN when it is not known or no field is shown. */
  value: number;
  point: Vec3;
}

/** A view lower than this (px) has no room for all that lies over it. */
const SHORT_VIEW = 300;
const FLIGHT_MS = 220;
/** More pixels than this a side cost time and show nothing more. */
const MOST_PIXEL_RATIO = 2;

export class Viewport {
  readonly canvas = byId<HTMLCanvasElement>("canvas");
  readonly camera = new OrbitCamera();
  readonly overlay = new Overlay();
  frame: Frame | null = null;
  hidden = new Set<string>();
  options: ViewOptions = { wireframe: false, ghost: false, seeThrough: false };
  private scene: Scene3d | null = null;
  private keep: HalfSpace | null = null;
  private scheduled = false;
  private flight = 0;
  private sized = false;
  /** Called at the start of every drawing, to bring in what has arrived; and after it. */
  beforeDraw: () => void = () => undefined;
  afterDraw: () => void = () => undefined;

  constructor() {
    this.scene = this.makeScene();
    byId("no-webgl").hidden = this.scene !== null;
    this.readTheme();
    new ResizeObserver(() => this.resize()).observe(byId("view"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.readTheme();
      this.requestDraw();
    });
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => this.requestDraw());
  }

  get hasPicture(): boolean {
    return this.scene !== null;
  }

  setHello(hello: Hello, frameIt: boolean): void {
    this.camera.setUp(hello.up);
    this.scene?.setScene(hello);
    this.scene?.setOptions(this.options);
    this.hidden = new Set(hello.layers.filter((layer) => !layer.shown).map((layer) => layer.name));
    if (frameIt) this.camera.state = this.camera.framing(hello.bounds);
    this.requestDraw();
  }

  /** Takes over a frame; drawn by whoever has called. */
  setFrame(frame: Frame): void {
    this.frame = frame;
    this.scene?.setFrame(frame);
  }

  setRange(low: number, high: number): void {
    this.scene?.setRange(low, high);
    this.requestDraw();
  }

  setOptions(options: Partial<ViewOptions>): void {
    this.options = { ...this.options, ...options };
    this.scene?.setOptions(this.options);
    this.requestDraw();
  }

  setHidden(hidden: Set<string>): void {
    this.hidden = hidden;
    this.scene?.setHidden(hidden);
    this.requestDraw();
  }

  setSlice(keep: HalfSpace | null): void {
    this.keep = keep;
    this.scene?.setSlice(keep);
    this.requestDraw();
  }

  bounds(): Bounds | null {
    return this.frame && boundsOf(this.frame, this.hidden);
  }

  /** The box around the bodies alone, where they are now. */
  bodyBounds(): Bounds | null {
    return this.frame && boundsOf(this.frame, new Set([...this.hidden, "colliders"]));
  }

  /** Moves the camera there; at once when less motion is asked for. */
  flyTo(goal: CameraState): void {
    cancelAnimationFrame(this.flight);
    if (reducedMotion()) {
      this.camera.state = goal;
      this.requestDraw();
      return;
    }
    const start = this.camera.state;
    const begun = performance.now();
    const fly = (now: number): void => {
      const fraction = Math.min(Math.max((now - begun) / FLIGHT_MS, 0), 1);
      this.camera.state = between(start, goal, fraction * fraction * (3 - 2 * fraction));
      if (fraction < 1) this.flight = requestAnimationFrame(fly);
      else this.camera.state = goal;
      this.requestDraw();
    };
    this.flight = requestAnimationFrame(fly);
  }

  /** Whoever moves the camera by hand ends its flight. */
  stopFlight(): void {
    cancelAnimationFrame(this.flight);
  }

  /** What the ray through (x, y) of the screen meets first. */
  readAt(x: number, y: number): (Reading & { hit: BodyHit }) | null {
    if (!this.frame) return null;
    const ray = this.camera.ray(x, y);
    let best: (Reading & { hit: BodyHit }) | null = null;
    for (const part of this.frame.parts) {
      const { triangles } = part.topology;
      if (!triangles || part.plane || this.hidden.has(part.layer)) continue;
      const hit = castRay(ray, part.positions, triangles, this.keep);
      if (!hit || (best && hit.distance >= best.hit.distance)) continue;
      const value = part.values ? interpolate(hit, triangles, part.values) : NaN;
      best = { part, value, point: hit.point, hit: { ...hit, part: part.name } };
    }
    return best;
  }

  /** The surface of a body at (x, y), if nothing is before it. */
  bodyAt(x: number, y: number): BodyHit | null {
    const found = this.readAt(x, y);
    return found?.part.layer === "surface" ? found.hit : null;
  }

  /** The surface nearest to the centre of the screen. */
  bodyNearCentre(): BodyHit | null {
    const straight = this.bodyAt(0, 0);
    for (let ring = 1; ring <= 8 && !straight; ring += 1) {
      for (let k = 0; k < 12; k += 1) {
        const angle = (2 * Math.PI * k) / 12;
        const hit = this.bodyAt(0.1 * ring * Math.cos(angle), 0.1 * ring * Math.sin(angle));
        if (hit) return hit;
      }
    }
    return straight;
  }

  requestDraw(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.beforeDraw();
      this.drawNow();
      this.afterDraw();
    });
  }

  /** Draws at once; the canvas can be read until the present task ends. */
  drawNow(): void {
    this.scene?.draw(this.camera);
    this.overlay.drawTriad(this.camera);
  }

  readTheme(): void {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    this.scene?.setTheme({ background: colour("--view"), cut: colour("--cut"), line: colour("--grid") });
  }

  private makeScene(): Scene3d | null {
    try {
      const context = this.canvas.getContext("webgl2", { antialias: devicePixelRatio < 1.5, powerPreference: "high-performance" });
      return context ? new Scene3d(this.canvas, context) : null;
    } catch {
      return null;
    }
  }

  private resize(): void {
    const { clientWidth, clientHeight } = byId("view");
    const [width, height] = [Math.max(clientWidth, 1), Math.max(clientHeight, 1)];
    const aspect = width / height;
    // What filled the view before fills it still, also when a drawer takes half of it.
    if (this.sized) this.camera.state.distance *= Math.min(1, this.camera.aspect) / Math.min(1, aspect);
    this.sized = true;
    this.camera.aspect = aspect;
    byId("view").dataset.short = String(height < SHORT_VIEW);
    this.scene?.setSize(width, height, Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    this.overlay.setSize(width, height);
    // At once: a canvas that has been resized is empty until it is drawn.
    this.drawNow();
    this.afterDraw();
  }
}
