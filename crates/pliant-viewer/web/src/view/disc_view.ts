// Surfels: discs that cover a surface. One disc is drawn as often as there are surfels, and stood up on the graphics card.
import * as THREE from "three";
import type { Part } from "../net/decode.ts";
import { discMaterial, type OwnUniforms } from "./field_material.ts";
import { copyValues, type PartContext, type PartView } from "./part_view.ts";

/** Corners of a disc. */
const CORNERS = 16;

export class DiscsView implements PartView {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly material: THREE.ShaderMaterial;
  private readonly own: OwnUniforms;

  constructor({ shared, colour }: PartContext) {
    [this.material, this.own] = discMaterial(shared, colour);
    const disc = new THREE.CircleGeometry(1 / Math.cos(Math.PI / CORNERS), CORNERS);
    this.geometry.setAttribute("position", disc.getAttribute("position"));
    this.geometry.setIndex(disc.getIndex());
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  update(part: Part): void {
    this.write("centre", 3, part.count).set(part.positions);
    const facing = this.write("facing", 3, part.count);
    if (part.normals) facing.set(part.normals);
    else facing.fill(0);
    const radii = this.write("radius", 1, part.count);
    if (part.radii) radii.set(part.radii);
    const field = this.write("field", 1, part.count);
    this.own.useField.value = part.values ? 1 : 0;
    if (part.values) copyValues(part.values, null, field, part.count);
    this.geometry.instanceCount = part.radii ? part.count : 0;
  }

  setOptions(): void {
    // Discs have neither wireframe nor ghost.
  }

  setClipping(planes: THREE.Plane[] | null): void {
    this.material.clippingPlanes = planes;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  /** The numbers of all discs, to be written anew. */
  private write(name: string, width: number, count: number): Float32Array {
    const before = this.geometry.getAttribute(name) as THREE.InstancedBufferAttribute | undefined;
    if (before?.count === count) {
      before.needsUpdate = true;
      return before.array as Float32Array;
    }
    const made = new THREE.InstancedBufferAttribute(new Float32Array(width * count), width);
    made.setUsage(THREE.DynamicDrawUsage);
    this.geometry.setAttribute(name, made);
    return made.array as Float32Array;
  }
}
