// A surface of triangles: smooth but for its sharp edges, with wireframe and the ghost of its rest shape.
import * as THREE from "three";
import type { Part, Topology } from "../net/decode.ts";
import { splitAtCreases, type SplitMesh } from "../mesh/creases.ts";
import { uniqueEdges } from "../mesh/edges.ts";
import { vertexNormals } from "../mesh/normals.ts";
import { colourByField, planeMaterial, type OwnUniforms } from "./field_material.ts";
import { changed, roomFor, setField, type PartContext, type PartView, type ViewOptions } from "./part_view.ts";

export class SurfaceView implements PartView {
  readonly object = new THREE.Group();
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.MeshStandardMaterial;
  private readonly own: OwnUniforms;
  private readonly wireMaterial = new THREE.LineBasicMaterial({ color: 0x10151a, transparent: true, opacity: 0.45 });
  private wire: THREE.LineSegments | null = null;
  private ghost: THREE.Mesh | null = null;
  private topology: Topology | null = null;
  private split: SplitMesh | null = null;
  private options: ViewOptions = { wireframe: false, ghost: false, seeThrough: false };
  private clipping: THREE.Plane[] | null = null;

  constructor({ shared, colour }: PartContext) {
    this.material = new THREE.MeshStandardMaterial({
      color: colour,
      roughness: 0.62,
      metalness: 0,
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.own = colourByField(this.material, shared, true);
    const mesh = new THREE.Mesh(this.geometry, this.material);
    mesh.frustumCulled = false;
    this.object.add(mesh);
  }

  update(part: Part): void {
    if (part.topology !== this.topology) this.changeTopology(part);
    const split = this.split;
    if (!split) return;
    const count = split.source.length;
    const positions = roomFor(this.geometry, "position", 3, count);
    const normals = roomFor(this.geometry, "normal", 3, count);
    gather(part.positions, split, positions);
    vertexNormals(positions, split.triangles, normals);
    changed(this.geometry, "position", count);
    changed(this.geometry, "normal", count);
    setField(this.geometry, this.own, part, split.same ? null : split.source, count);
    this.refreshExtras();
  }

  setOptions(options: ViewOptions): void {
    this.options = options;
    const through = options.seeThrough;
    if (this.material.transparent !== through) {
      this.material.transparent = through;
      this.material.opacity = through ? 0.35 : 1;
      this.material.depthWrite = !through;
      this.material.needsUpdate = true;
    }
    this.refreshExtras();
  }

  setClipping(planes: THREE.Plane[] | null): void {
    this.clipping = planes;
    this.material.clippingPlanes = planes;
    this.wireMaterial.clippingPlanes = planes;
    if (planes && this.topology?.triangles) this.own.closed.value = isClosed(this.topology.triangles) ? 1 : 0;
  }

  dispose(): void {
    this.dropExtras();
    this.geometry.dispose();
    this.material.dispose();
    this.wireMaterial.dispose();
  }

  private changeTopology(part: Part): void {
    this.topology = part.topology;
    const triangles = part.topology.triangles ?? new Uint32Array(0);
    this.split = splitAtCreases(part.topology.rest ?? part.positions, triangles);
    this.geometry.setIndex(new THREE.BufferAttribute(this.split.triangles, 1));
    this.dropExtras();
    this.setClipping(this.clipping);
  }

  /** Makes wireframe and ghost when they are wanted and not there. */
  private refreshExtras(): void {
    if (this.options.wireframe && !this.wire) this.wire = this.makeWire();
    if (this.wire) this.wire.visible = this.options.wireframe;
    if (this.options.ghost && !this.ghost) this.ghost = this.makeGhost();
    if (this.ghost) this.ghost.visible = this.options.ghost;
    const positions = this.geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
    if (this.wire && positions) this.wire.geometry.setAttribute("position", positions);
  }

  private makeWire(): THREE.LineSegments | null {
    const triangles = this.topology?.triangles;
    if (!triangles) return null;
    const geometry = new THREE.BufferGeometry();
    geometry.setIndex(new THREE.BufferAttribute(uniqueEdges(triangles), 1));
    const wire = new THREE.LineSegments(geometry, this.wireMaterial);
    wire.frustumCulled = false;
    this.object.add(wire);
    return wire;
  }

  private makeGhost(): THREE.Mesh | null {
    const rest = this.topology?.rest;
    if (!rest || !this.split) return null;
    const geometry = new THREE.BufferGeometry();
    const positions = new Float32Array(3 * this.split.source.length);
    gather(rest, this.split, positions);
    const normals = new Float32Array(positions.length);
    vertexNormals(positions, this.split.triangles, normals);
    geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
    geometry.setIndex(new THREE.BufferAttribute(this.split.triangles, 1));
    const material = new THREE.MeshLambertMaterial({ color: 0x9fb6c9, transparent: true, opacity: 0.22, depthWrite: false });
    const ghost = new THREE.Mesh(geometry, material);
    ghost.frustumCulled = false;
    ghost.renderOrder = 2;
    this.object.add(ghost);
    return ghost;
  }

  private dropExtras(): void {
    this.wire?.geometry.dispose();
    this.ghost?.geometry.dispose();
    if (this.ghost) (this.ghost.material as THREE.Material).dispose();
    if (this.wire) this.object.remove(this.wire);
    if (this.ghost) this.object.remove(this.ghost);
    this.wire = null;
    this.ghost = null;
  }
}

/** Positions of the drawn vertices. */
function gather(points: Float32Array, split: SplitMesh, into: Float32Array): void {
  into.set(points);
  const { source } = split;
  for (let k = points.length / 3; k < source.length; k += 1) {
    const from = 3 * source[k];
    into[3 * k] = points[from];
    into[3 * k + 1] = points[from + 1];
    into[3 * k + 2] = points[from + 2];
  }
}

/** Every edge belongs to two triangles: the surface has an inside. */
function isClosed(triangles: Uint32Array): boolean {
  return uniqueEdges(triangles).length === triangles.length;
}

/** A plane that goes on beyond what is drawn: a floor or a wall. */
export class PlaneView implements PartView {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.BufferGeometry();
  private readonly along = new THREE.Vector3(1, 1, 1);
  private topology: Topology | null = null;

  constructor({ shared }: PartContext) {
    this.object = new THREE.Mesh(this.geometry, planeMaterial(shared, this.along));
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  update(part: Part): void {
    const { triangles } = part.topology;
    if (!triangles) return;
    if (part.topology !== this.topology) {
      this.topology = part.topology;
      this.geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
    }
    roomFor(this.geometry, "position", 3, part.count).set(part.positions);
    changed(this.geometry, "position", part.count);
    this.setAlong(part.positions, triangles);
  }

  /** Lines are drawn across the axes that lie in the plane. */
  private setAlong(p: Float32Array, triangles: Uint32Array): void {
    if (triangles.length < 3) return;
    const corner = (k: number): THREE.Vector3 => new THREE.Vector3().fromArray(p, 3 * triangles[k]);
    const a = corner(0);
    const normal = corner(1).sub(a).cross(corner(2).sub(a)).normalize();
    const lies = (component: number): number => (Math.abs(component) < 0.95 ? 1 : 0);
    this.along.set(lies(normal.x), lies(normal.y), lies(normal.z));
  }

  setOptions(): void {
    // A plane looks the same whatever the bodies look like.
  }

  setClipping(): void {
    // The slice goes through bodies; the ground stays.
  }

  dispose(): void {
    this.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
  }
}
