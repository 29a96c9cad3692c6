// Normals, sharp edges, edges and rays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitAtCreases } from "../src/mesh/creases.ts";
import { uniqueEdges } from "../src/mesh/edges.ts";
import { vertexNormals } from "../src/mesh/normals.ts";
import { castRay, interpolate } from "../src/mesh/raycast.ts";

const CUBE = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1]);
const CUBE_FACES = new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]);

test("a cube is split at its edges into six flat sides", () => {
  const split = splitAtCreases(CUBE, CUBE_FACES);
  assert.equal(split.source.length, 24);
  assert.equal(split.same, false);
  split.triangles.forEach((vertex, k) => assert.equal(split.source[vertex], CUBE_FACES[k]));
  const positions = Float32Array.from({ length: 72 }, (_, k) => CUBE[3 * split.source[Math.floor(k / 3)] + (k % 3)]);
  const normals = new Float32Array(72);
  vertexNormals(positions, split.triangles, normals);
  for (let k = 0; k < 72; k += 3) {
    const sizes = [...normals.subarray(k, k + 3)].map(Math.abs).sort();
    assert.deepEqual(sizes, [0, 0, 1]);
  }
});

test("a flat sheet is not split, and its normals point one way", () => {
  const sheet = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  const faces = new Uint32Array([0, 1, 2, 0, 2, 3]);
  const split = splitAtCreases(sheet, faces);
  assert.equal(split.same, true);
  assert.deepEqual([...split.triangles], [...faces]);
  const normals = new Float32Array(12);
  vertexNormals(sheet, faces, normals);
  assert.deepEqual([...normals], [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
});

test("points without triangles and triangles without area do no harm", () => {
  const positions = new Float32Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5]);
  const faces = new Uint32Array([0, 1, 2]);
  const normals = new Float32Array(12);
  vertexNormals(positions, faces, normals);
  assert.ok(normals.every((value) => value === 0));
  assert.ok(splitAtCreases(positions, faces).source.length >= 4);
  assert.equal(splitAtCreases(new Float32Array(0), new Uint32Array(0)).source.length, 0);
});

test("a cube has 18 edges with the diagonals of its sides", () => {
  const edges = uniqueEdges(CUBE_FACES);
  assert.equal(edges.length, 36);
  for (let k = 0; k < edges.length; k += 2) assert.ok(edges[k] < edges[k + 1] && edges[k + 1] < 8);
});

test("a ray meets the nearest side, and what is cut away is not met", () => {
  const ray = { origin: [0.25, 0.25, 5] as [number, number, number], direction: [0, 0, -1] as [number, number, number] };
  const hit = castRay(ray, CUBE, CUBE_FACES, null);
  assert.ok(hit);
  assert.ok(Math.abs(hit.distance - 4) < 1e-12);
  assert.deepEqual(hit.point, [0.25, 0.25, 1]);
  assert.ok(Math.abs(hit.weights[0] + hit.weights[1] + hit.weights[2] - 1) < 1e-12);
  const below = castRay(ray, CUBE, CUBE_FACES, { normal: [0, 0, -1], constant: 0.5 });
  assert.ok(below && Math.abs(below.point[2]) < 1e-12);
  assert.equal(castRay({ ...ray, origin: [3, 3, 5] }, CUBE, CUBE_FACES, null), null);
  assert.equal(castRay({ ...ray, direction: [0, 0, 1] }, CUBE, CUBE_FACES, null), null);
});

test("values are interpolated: a linear one exactly, an unknown one not at all", () => {
  const ray = { origin: [0.3, 0.2, 5] as [number, number, number], direction: [0, 0, -1] as [number, number, number] };
  const hit = castRay(ray, CUBE, CUBE_FACES, null);
  assert.ok(hit);
  const linear = Float32Array.from({ length: 8 }, (_, k) => 2 * CUBE[3 * k] + 3 * CUBE[3 * k + 1]);
  assert.ok(Math.abs(interpolate(hit, CUBE_FACES, linear) - 1.2) < 1e-6);
  assert.ok(Number.isNaN(interpolate(hit, CUBE_FACES, new Float32Array(8).fill(NaN))));
});
