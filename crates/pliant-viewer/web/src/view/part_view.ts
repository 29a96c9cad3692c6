// One part of a frame as an object of the scene. Buffers are kept while they are large enough; what changes in a frame
// is copied into them and sent to the graphics card.
import * as THREE from "three";
import type { Part } from "../net/decode.ts";
import { UNKNOWN_VALUE } from "../data/colour.ts";
import type { OwnUniforms, SharedUniforms } from "./field_material.ts";

export interface ViewOptions {
  wireframe: boolean;
  ghost: boolean;
  seeThrough: boolean;
}

export interface PartView {
  readonly object: THREE.Object3D;
  /** Takes over what the frame says of the part. */
  update(part: Part): void;
  setOptions(options: ViewOptions): void;
  setClipping(planes: THREE.Plane[] | null): void;
  dispose(): void;
}

/** What a new part view is made with. */
export interface PartContext {
  shared: SharedUniforms;
  colour: number;
}

/** A buffer of the geometry with room for `count` vertices; the old one when it will do. */
export function roomFor(geometry: THREE.BufferGeometry, name: string, width: number, count: number): Float32Array {
  const before = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (before && before.count >= count && before.count <= 4 * count + 64) return before.array as Float32Array;
  const room = before ? Math.ceil(1.3 * count) : count;
  const made = new THREE.BufferAttribute(new Float32Array(width * room), width);
  made.setUsage(THREE.DynamicDrawUsage);
  geometry.setAttribute(name, made);
  return made.array as Float32Array;
}

/** Marks the first `count` vertices of a buffer as changed. */
export function changed(geometry: THREE.BufferGeometry, name: string, count: number): void {
  const attribute = geometry.getAttribute(name) as THREE.BufferAttribute;
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, attribute.itemSize * count);
  attribute.needsUpdate = true;
}

/** Copies values, with a number for "not known" that the graphics card can be trusted with. */
export function copyValues(values: Float32Array, source: Uint32Array | null, into: Float32Array, count: number): void {
  for (let k = 0; k < count; k += 1) {
    const value = values[source ? source[k] : k];
    into[k] = value === value ? value : UNKNOWN_VALUE;
  }
}

/** Copies the values of a part into its geometry, or turns colouring off. */
export function setField(geometry: THREE.BufferGeometry, own: OwnUniforms, part: Part, source: Uint32Array | null, count: number): void {
  own.useField.value = part.values ? 1 : 0;
  if (!part.values) {
    // The attribute must be there, though nobody reads it.
    roomFor(geometry, "field", 1, count);
    return;
  }
  copyValues(part.values, source, roomFor(geometry, "field", 1, count), count);
  changed(geometry, "field", count);
}
