// What a frame of 50 000 triangles costs the page's script, without drawing: decode, gather, normals, values, range.
import { encodeFrame } from "../dev/encode.mjs";
import { rangeOf } from "../src/data/colour.ts";
import { splitAtCreases } from "../src/mesh/creases.ts";
import { uniqueEdges } from "../src/mesh/edges.ts";
import { vertexNormals } from "../src/mesh/normals.ts";
import { castRay } from "../src/mesh/raycast.ts";
import { FrameDecoder } from "../src/net/decode.ts";
import { copyValues } from "../src/view/part_view.ts";

const SIDE = 158;
const points = (SIDE + 1) ** 2;
const positions = Float32Array.from({ length: 3 * points }, (_, k) => {
  const [i, j] = [Math.floor(k / 3) % (SIDE + 1), Math.floor(k / 3 / (SIDE + 1))];
  return [i / SIDE, j / SIDE, 0.1 * Math.sin(0.1 * i) * Math.cos(0.07 * j)][k % 3];
});
const triangles = new Uint32Array(6 * SIDE * SIDE);
for (let k = 0; k < SIDE * SIDE; k += 1) {
  const a = (k % SIDE) + Math.floor(k / SIDE) * (SIDE + 1);
  triangles.set([a, a + 1, a + SIDE + 2, a, a + SIDE + 2, a + SIDE + 1], 6 * k);
}
const values = Float32Array.from({ length: points }, (_, k) => Math.sin(k));

function message(withTriangles: boolean): ArrayBuffer {
  const part = { name: "sheet", layer: "surface", shape: "triangles", topology: 1, positions, values };
  const made = encodeFrame({ id: 1, index: 0, time: 0, step: 0 }, [withTriangles ? { ...part, triangles, rest: positions } : part]);
  return made.buffer.slice(made.byteOffset, made.byteOffset + made.byteLength) as ArrayBuffer;
}

/** Least time of many runs (ms). */
function least(run: () => void): number {
  let best = Infinity;
  for (let k = 0; k < 60; k += 1) {
    const begun = performance.now();
    run();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

const decoder = new FrameDecoder();
decoder.decode(message(true));
const data = message(false);
const split = splitAtCreases(positions, triangles);
const [gathered, normals, field] = [new Float32Array(3 * points), new Float32Array(3 * points), new Float32Array(points)];
const figures: [string, number][] = [
  ["decode", least(() => decoder.decode(data))],
  ["gather", least(() => gathered.set(positions))],
  ["normals", least(() => vertexNormals(gathered, split.triangles, normals))],
  ["values and range", least(() => { copyValues(values, null, field, points); rangeOf([values]); })],
];
console.log(`${triangles.length / 3} triangles, ${points} points`);
for (const [name, ms] of figures) console.log(`${name.padEnd(24)} ${ms.toFixed(2)} ms`);
console.log(`${"a frame in all".padEnd(24)} ${figures.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2)} ms`);
console.log(`${"new topology: creases".padEnd(24)} ${least(() => splitAtCreases(positions, triangles)).toFixed(2)} ms`);
console.log(`${"wireframe: edges".padEnd(24)} ${least(() => uniqueEdges(triangles)).toFixed(2)} ms`);
const ray = { origin: [0.5, 0.5, 9] as [number, number, number], direction: [0, 0, -1] as [number, number, number] };
console.log(`${"pointing: a ray".padEnd(24)} ${least(() => castRay(ray, positions, triangles, null)).toFixed(2)} ms`);
