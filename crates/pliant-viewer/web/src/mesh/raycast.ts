// Where a ray meets a surface (T. Moeller and B. Trumbore, Fast, minimum storage ray/triangle intersection, 1997).
import type { Vec3 } from "../net/protocol.ts";

export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** Keeps what has `normal . x + constant >= 0`. */
export interface HalfSpace {
  normal: Vec3;
  constant: number;
}

export interface SurfaceHit {
  triangle: number;
  weights: Vec3;
  point: Vec3;
  distance: number;
}

/** The first triangle along the ray, or null. Triangles are hit from both sides; what is cut away is not hit. */
export function castRay(ray: Ray, p: Float32Array, triangles: Uint32Array, keep: HalfSpace | null): SurfaceHit | null {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let best = Infinity;
  let found = -1;
  let bestU = 0;
  let bestV = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const hx = dy * vz - dz * vy;
    const hy = dz * vx - dx * vz;
    const hz = dx * vy - dy * vx;
    const det = ux * hx + uy * hy + uz * hz;
    if (det === 0) continue;
    const sx = ox - p[a];
    const sy = oy - p[a + 1];
    const sz = oz - p[a + 2];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (!(u >= 0 && u <= 1)) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (!(v >= 0 && u + v <= 1)) continue;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    if (!(t > 0 && t < best) || (keep && !keeps(keep, ox + t * dx, oy + t * dy, oz + t * dz))) continue;
    best = t;
    found = k / 3;
    bestU = u;
    bestV = v;
  }
  if (found < 0) return null;
  const point: Vec3 = [ox + best * dx, oy + best * dy, oz + best * dz];
  return { triangle: found, weights: [1 - bestU - bestV, bestU, bestV], point, distance: best };
}

function keeps({ normal, constant }: HalfSpace, x: number, y: number, z: number): boolean {
  return normal[0] * x + normal[1] * y + normal[2] * z + constant >= 0;
}

/** A value per point, interpolated in a triangle; NaN when one of its corners is not known. */
export function interpolate(hit: SurfaceHit, triangles: Uint32Array, values: Float32Array): number {
  const k = 3 * hit.triangle;
  const [a, b, c] = hit.weights;
  return a * values[triangles[k]] + b * values[triangles[k + 1]] + c * values[triangles[k + 2]];
}
