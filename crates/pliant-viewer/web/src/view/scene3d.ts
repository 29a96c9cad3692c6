// The picture: all parts of the newest frame, drawn when something has changed and never else.
import * as THREE from "three";
import { keyOf, type Frame, type Part, type Shape } from "../net/decode.ts";
import type { Hello, Vec3 } from "../net/protocol.ts";
import type { HalfSpace } from "../mesh/raycast.ts";
import { roundStep } from "../data/ticks.ts";
import type { Bounds, OrbitCamera } from "./camera.ts";
import { DiscsView } from "./disc_view.ts";
import { colourFor, sharedUniforms } from "./field_material.ts";
import { FramesView, LinesView, PointsView } from "./mark_views.ts";
import type { PartContext, PartView, ViewOptions } from "./part_view.ts";
import { PlaneView, SurfaceView } from "./surface_view.ts";

interface Shown {
  view: PartView;
  shape: Shape;
  plane: boolean;
  layer: string;
}

/** Colours that come from the style sheet. */
export interface Theme {
  background: string;
  cut: string;
  line: string;
}

export class Scene3d {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera();
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x9a948c, 2.0);
  private readonly sun = new THREE.DirectionalLight(0xffffff, 1.5);
  private readonly shared = sharedUniforms();
  private readonly parts = new Map<string, Shown>();
  private readonly grid = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ transparent: true, opacity: 0.35 }));
  private layers: string[] = [];
  private hidden = new Set<string>();
  private options: ViewOptions = { wireframe: false, ghost: false, seeThrough: false };
  private clipping: THREE.Plane[] | null = null;

  /** `context` is the WebGL2 context of the canvas: whoever calls has made sure that there is one. */
  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.localClippingEnabled = true;
    this.camera.matrixAutoUpdate = false;
    this.scene.add(this.sky, this.sun, this.sun.target, this.grid);
    this.grid.frustumCulled = false;
  }

  setTheme(theme: Theme): void {
    this.renderer.setClearColor(new THREE.Color(theme.background));
    this.shared.cutColour.value.set(theme.cut);
    this.grid.material.color.set(theme.line);
  }

  /** Takes over the scene: layers, up axis, size. Parts of the scene before are dropped. */
  setScene(hello: Hello): void {
    this.layers = hello.layers.map((layer) => layer.name);
    this.hidden = new Set(hello.layers.filter((layer) => !layer.shown).map((layer) => layer.name));
    for (const key of [...this.parts.keys()]) this.drop(key);
    this.sky.position.set(...hello.up);
    const size = Math.max(...hello.bounds[1].map((high, k) => high - hello.bounds[0][k]), 1e-6);
    this.shared.gridStep.value = roundStep(size / 8);
    this.makeGrid(hello.bounds, hello.up, size);
  }

  /** Takes over the parts of a frame; parts that are not in it are gone. */
  setFrame(frame: Frame): void {
    const seen = new Set<string>();
    frame.parts.forEach((part, index) => {
      const key = keyOf(part);
      seen.add(key);
      this.shownFor(key, part, index).view.update(part);
    });
    for (const key of [...this.parts.keys()]) if (!seen.has(key)) this.drop(key);
    this.grid.visible = !frame.parts.some((part) => part.plane);
  }

  setRange(low: number, high: number): void {
    this.shared.rangeLow.value = low;
    this.shared.rangeHigh.value = high;
  }

  setOptions(options: ViewOptions): void {
    this.options = options;
    for (const { view } of this.parts.values()) view.setOptions(options);
  }

  setHidden(hidden: Set<string>): void {
    this.hidden = hidden;
    for (const { view, layer } of this.parts.values()) view.object.visible = !hidden.has(layer);
  }

  /** Cuts away what is not in the half-space; null cuts nothing. */
  setSlice(keep: HalfSpace | null): void {
    this.clipping = keep ? [new THREE.Plane(new THREE.Vector3(...keep.normal), keep.constant)] : null;
    this.shared.sliced.value = keep ? 1 : 0;
    for (const { view } of this.parts.values()) view.setClipping(this.clipping);
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.shared.pixelRatio.value = pixelRatio;
  }

  /** Draws now; the canvas can be read until the present task ends. */
  draw(from: OrbitCamera): void {
    const { right, up, back } = from.basis();
    const position = from.position();
    const axis = (v: Vec3): THREE.Vector3 => new THREE.Vector3(...v);
    this.camera.matrix.makeBasis(axis(right), axis(up), axis(back)).setPosition(...position);
    this.camera.fov = (from.fov * 180) / Math.PI;
    this.camera.aspect = from.aspect;
    this.camera.near = from.state.distance / 200;
    this.camera.far = from.state.distance * 200;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld(true);
    const canvas = this.renderer.domElement;
    this.shared.pixelsPerUnit.value = canvas.height / from.heightAt(1);
    // The light stands a little to the left of and above whoever looks.
    this.sun.position.copy(axis(back)).addScaledVector(axis(up), 0.6).addScaledVector(axis(right), -0.35);
    this.renderer.render(this.scene, this.camera);
  }

  private shownFor(key: string, part: Part, index: number): Shown {
    const before = this.parts.get(key);
    if (before?.shape === part.shape && before.plane === part.plane) return before;
    if (before) this.drop(key);
    const layerIndex = this.layers.indexOf(part.layer);
    const view = makeView(part, { shared: this.shared, colour: colourFor(part.layer, layerIndex, index) });
    view.setOptions(this.options);
    view.setClipping(this.clipping);
    view.object.visible = !this.hidden.has(part.layer);
    this.scene.add(view.object);
    const made = { view, shape: part.shape, plane: part.plane, layer: part.layer };
    this.parts.set(key, made);
    return made;
  }

  private drop(key: string): void {
    const shown = this.parts.get(key);
    if (!shown) return;
    this.scene.remove(shown.view.object);
    shown.view.dispose();
    this.parts.delete(key);
  }

  /** A few lines under the scene, where it has no ground of its own. */
  private makeGrid([low, high]: Bounds, up: Vec3, size: number): void {
    const step = this.shared.gridStep.value;
    const vertical = up.reduce((best, value, k) => (Math.abs(value) > Math.abs(up[best]) ? k : best), 0);
    const [a, b] = [0, 1, 2].filter((k) => k !== vertical);
    const level = up[vertical] > 0 ? low[vertical] : high[vertical];
    const half = step * Math.ceil((0.9 * size) / step);
    const centre = (k: number): number => step * Math.round((low[k] + high[k]) / 2 / step);
    const lines: number[] = [];
    for (let offset = -half; offset <= half + step / 2; offset += step) {
      for (const [along, across] of [[a, b], [b, a]]) {
        for (const end of [-half, half]) {
          const point = [0, 0, 0];
          point[vertical] = level;
          point[across] = centre(across) + offset;
          point[along] = centre(along) + end;
          lines.push(...point);
        }
      }
    }
    this.grid.geometry.dispose();
    this.grid.geometry = new THREE.BufferGeometry();
    this.grid.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(lines), 3));
  }
}

function makeView(part: Part, context: PartContext): PartView {
  switch (part.shape) {
    case "triangles":
      return part.plane ? new PlaneView(context) : new SurfaceView(context);
    case "points":
      return new PointsView(context);
    case "lines":
      return new LinesView(context);
    case "frames":
      return new FramesView();
    case "discs":
      return new DiscsView(context);
  }
}

/** The box around all parts but planes and hidden layers; null when there is nothing. */
export function boundsOf(frame: Frame, hidden: Set<string>): Bounds | null {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const part of frame.parts) {
    if (part.plane || hidden.has(part.layer)) continue;
    for (let k = 0; k < part.positions.length; k += 1) {
      const value = part.positions[k];
      if (!Number.isFinite(value)) continue;
      const axis = k % 3;
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return low[0] <= high[0] ? [low, high] : null;
}
