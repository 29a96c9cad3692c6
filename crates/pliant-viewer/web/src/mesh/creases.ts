// Sharp edges: a point whose triangles meet at a sharp edge is drawn once a side, so that a box looks like a box.
// Done when the topology changes; afterwards every frame only gathers points by `source`.

export interface SplitMesh {
  /** The point that each drawn vertex stands for. */
  source: Uint32Array;
  /** Triangles of drawn vertices, in the order of the triangles given. */
  triangles: Uint32Array;
  /** True when no point was split: drawn vertices are the points themselves. */
  same: boolean;
}

/** Edges sharper than 40 degrees are drawn sharp. */
const COS_SHARP = Math.cos((40 * Math.PI) / 180);

/** Splits points at sharp edges of the shape given by `positions` (rest shape where there is one). */
export function splitAtCreases(positions: Float32Array, triangles: Uint32Array): SplitMesh {
  const points = positions.length / 3;
  const faces = faceNormals(positions, triangles);
  const { starts, corners } = cornersOfPoints(points, triangles);
  const made = new Uint32Array(triangles.length);
  const extra: number[] = [];
  const group = new Int32Array(longest(starts));
  for (let point = 0; point < points; point += 1) {
    const around = corners.subarray(starts[point], starts[point + 1]);
    const groups = groupCorners(around, triangles, faces, group);
    for (let k = 0; k < around.length; k += 1) {
      made[around[k]] = group[k] === 0 ? point : points + extra.length + group[k] - 1;
    }
    for (let k = 1; k < groups; k += 1) extra.push(point);
  }
  const source = new Uint32Array(points + extra.length);
  for (let k = 0; k < points; k += 1) source[k] = k;
  source.set(extra, points);
  return { source, triangles: made, same: extra.length === 0 };
}

function faceNormals(p: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.hypot(nx, ny, nz) || 1;
    normals[k] = nx / size;
    normals[k + 1] = ny / size;
    normals[k + 2] = nz / size;
  }
  return normals;
}

/** For each point the places in `triangles` where it stands. */
function cornersOfPoints(points: number, triangles: Uint32Array): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(points + 1);
  for (const point of triangles) starts[point + 1] += 1;
  for (let k = 0; k < points; k += 1) starts[k + 1] += starts[k];
  const next = starts.slice();
  const corners = new Uint32Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 1) {
    const point = triangles[k];
    corners[next[point]] = k;
    next[point] += 1;
  }
  return { starts, corners };
}

function longest(starts: Uint32Array): number {
  let most = 0;
  for (let k = 1; k < starts.length; k += 1) most = Math.max(most, starts[k] - starts[k - 1]);
  return most;
}

/** Above so many triangles around one point no pairs are compared: it is drawn smooth. */
const MOST_AROUND = 64;

/** Numbers the corners around a point by side, from 0; gives the number of sides. */
function groupCorners(around: Uint32Array, triangles: Uint32Array, faces: Float32Array, group: Int32Array): number {
  const count = around.length;
  if (count > MOST_AROUND) {
    group.fill(0, 0, count);
    return 1;
  }
  group.fill(-1, 0, count);
  let groups = 0;
  for (let k = 0; k < count; k += 1) {
    if (group[k] >= 0) continue;
    group[k] = groups;
    spread(k, around, triangles, faces, group);
    groups += 1;
  }
  return groups;
}

/** Gives the side of corner `seed` to all corners that are reached over smooth edges. */
function spread(seed: number, around: Uint32Array, triangles: Uint32Array, faces: Float32Array, group: Int32Array): void {
  const waiting = [seed];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (let other = 0; other < around.length; other += 1) {
      if (group[other] >= 0 || !smoothNeighbours(around[at], around[other], triangles, faces)) continue;
      group[other] = group[seed];
      waiting.push(other);
    }
  }
}

/** Whether two corners of one point belong to triangles with a common edge that is not sharp. */
function smoothNeighbours(a: number, b: number, triangles: Uint32Array, faces: Float32Array): boolean {
  const [fa, fb] = [a - (a % 3), b - (b % 3)];
  const [a1, a2] = [triangles[fa + ((a + 1) % 3)], triangles[fa + ((a + 2) % 3)]];
  const [b1, b2] = [triangles[fb + ((b + 1) % 3)], triangles[fb + ((b + 2) % 3)]];
  if (a1 !== b1 && a1 !== b2 && a2 !== b1 && a2 !== b2) return false;
  return faces[fa] * faces[fb] + faces[fa + 1] * faces[fb + 1] + faces[fa + 2] * faces[fb + 2] > COS_SHARP;
}
