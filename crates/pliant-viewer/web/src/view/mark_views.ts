// Points, lines and frames: everything that is no surface.
import * as THREE from "three";
import type { Part, Topology } from "../net/decode.ts";
import { colourByField, pointMaterial, type OwnUniforms } from "./field_material.ts";
import { changed, roomFor, setField, type PartContext, type PartView } from "./part_view.ts";

/** Size of points without a radius (px). */
const MARK_SIZE = 8;

/** What all marks share: a geometry, a material, and neither wireframe nor ghost. */
abstract class MarkView<M extends THREE.Material> implements PartView {
  abstract readonly object: THREE.Object3D;
  protected readonly geometry = new THREE.BufferGeometry();

  constructor(protected readonly material: M) {}

  abstract update(part: Part): void;

  /** What is drawn moves, so it is never left out by its box. */
  protected shown<O extends THREE.Object3D>(object: O): O {
    object.frustumCulled = false;
    return object;
  }

  protected setPositions(part: Part): void {
    roomFor(this.geometry, "position", 3, part.count).set(part.positions);
    changed(this.geometry, "position", part.count);
  }

  setOptions(): void {
    // Marks have neither wireframe nor ghost.
  }

  setClipping(planes: THREE.Plane[] | null): void {
    this.material.clippingPlanes = planes;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

export class PointsView extends MarkView<THREE.ShaderMaterial> {
  readonly object = this.shown(new THREE.Points(this.geometry, this.material));
  private readonly own: OwnUniforms;

  constructor({ shared, colour }: PartContext) {
    const [material, own] = pointMaterial(shared, colour);
    super(material);
    this.own = own;
  }

  update(part: Part): void {
    this.setPositions(part);
    const radii = roomFor(this.geometry, "radius", 1, part.count);
    if (part.radii) {
      radii.set(part.radii);
      changed(this.geometry, "radius", part.count);
    }
    this.material.uniforms.fixedSize.value = part.radii ? 0 : MARK_SIZE;
    setField(this.geometry, this.own, part, null, part.count);
    this.geometry.setDrawRange(0, part.count);
  }
}

export class LinesView extends MarkView<THREE.LineBasicMaterial> {
  readonly object = this.shown(new THREE.LineSegments(this.geometry, this.material));
  private readonly own: OwnUniforms;
  private topology: Topology | null = null;

  constructor({ shared, colour }: PartContext) {
    super(new THREE.LineBasicMaterial({ color: colour }));
    this.own = colourByField(this.material, shared, false);
  }

  update(part: Part): void {
    if (part.topology !== this.topology) {
      this.topology = part.topology;
      this.geometry.setIndex(new THREE.BufferAttribute(part.topology.lines ?? new Uint32Array(0), 1));
    }
    this.setPositions(part);
    setField(this.geometry, this.own, part, null, part.count);
  }
}

/** Colours of the three axes: red, green, blue (linear light). */
const AXIS_COLOURS = [0.72, 0.06, 0.07, 0.08, 0.42, 0.12, 0.06, 0.18, 0.75];

/** Three lines from each point along its axes. */
export class FramesView extends MarkView<THREE.LineBasicMaterial> {
  readonly object = this.shown(new THREE.LineSegments(this.geometry, this.material));

  constructor() {
    super(new THREE.LineBasicMaterial({ vertexColors: true }));
  }

  update(part: Part): void {
    const { axes } = part;
    const vertices = axes ? 6 * part.count : 0;
    const before = this.geometry.getAttribute("color") as THREE.BufferAttribute | undefined;
    const positions = roomFor(this.geometry, "position", 3, vertices);
    const colours = roomFor(this.geometry, "color", 3, vertices);
    if (axes) writeAxes(part.positions, axes, positions);
    changed(this.geometry, "position", vertices);
    if (before !== this.geometry.getAttribute("color")) writeAxisColours(colours);
    this.geometry.setDrawRange(0, vertices);
  }
}

function writeAxes(points: Float32Array, axes: Float32Array, into: Float32Array): void {
  for (let point = 0; point < points.length / 3; point += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const to = 6 * (3 * point + axis);
      for (let k = 0; k < 3; k += 1) {
        into[to + k] = points[3 * point + k];
        into[to + 3 + k] = points[3 * point + k] + axes[9 * point + 3 * axis + k];
      }
    }
  }
}

function writeAxisColours(into: Float32Array): void {
  for (let vertex = 0; vertex < into.length / 3; vertex += 1) {
    const axis = Math.floor(vertex / 2) % 3;
    for (let k = 0; k < 3; k += 1) into[3 * vertex + k] = AXIS_COLOURS[3 * axis + k];
  }
}
