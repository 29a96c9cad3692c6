// Vertex normals: the sum of the normals of the triangles around a vertex, weighted by their areas.

/** Writes unit normals of `positions` into `normals` (both three numbers a vertex). */
export function vertexNormals(positions: Float32Array, triangles: Uint32Array, normals: Float32Array): void {
  normals.fill(0);
  addFaceNormals(positions, triangles, normals);
  for (let k = 0; k < normals.length; k += 3) {
    const x = normals[k];
    const y = normals[k + 1];
    const z = normals[k + 2];
    const size = Math.sqrt(x * x + y * y + z * z);
    const scale = size > 0 ? 1 / size : 0;
    normals[k] = x * scale;
    normals[k + 1] = y * scale;
    normals[k + 2] = z * scale;
  }
}

function addFaceNormals(p: Float32Array, triangles: Uint32Array, normals: Float32Array): void {
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ax = p[a];
    const ay = p[a + 1];
    const az = p[a + 2];
    const ux = p[b] - ax;
    const uy = p[b + 1] - ay;
    const uz = p[b + 2] - az;
    const vx = p[c] - ax;
    const vy = p[c + 1] - ay;
    const vz = p[c + 2] - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    normals[a] += nx;
    normals[a + 1] += ny;
    normals[a + 2] += nz;
    normals[b] += nx;
    normals[b + 1] += ny;
    normals[b + 2] += nz;
    normals[c] += nx;
    normals[c + 1] += ny;
    normals[c + 2] += nz;
  }
}
