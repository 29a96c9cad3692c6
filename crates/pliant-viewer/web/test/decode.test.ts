// Frames and messages as they come from the server, good and bad.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeFrame } from "../dev/encode.mjs";
import { FrameDecoder, MAGIC } from "../src/net/decode.ts";
import { parseMessage } from "../src/net/protocol.ts";

const HEAD = { id: 7, index: 3, time: 0.5, step: 12, speed_ratio: 0.9, solver: { step_ms: 2, iterations: 3, contacts: 1, phases: [["assemble", 1]] }, grab: null };
const POSITIONS = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
const TRIANGLES = new Uint32Array([0, 1, 2]);

function bytes(parts: object[], head: object = HEAD): ArrayBuffer {
  const made = encodeFrame(head, parts);
  return made.buffer.slice(made.byteOffset, made.byteOffset + made.byteLength) as ArrayBuffer;
}

function surface(more: object = {}): object {
  return { name: "beam", layer: "surface", shape: "triangles", topology: 1, positions: POSITIONS, ...more };
}

test("a frame is read as it was written", () => {
  const values = new Float32Array([1, NaN, 3]);
  const data = bytes([surface({ triangles: TRIANGLES, rest: POSITIONS, values })], { ...HEAD, grab: { from: [0, 0, 0], to: [1, 2, 3], force: 4.5 } });
  const frame = new FrameDecoder().decode(data);
  assert.equal(frame.id, 7);
  assert.equal(frame.time, 0.5);
  assert.equal(frame.speedRatio, 0.9);
  assert.deepEqual(frame.solver.phases, [["assemble", 1]]);
  assert.deepEqual(frame.grab, { from: [0, 0, 0], to: [1, 2, 3], force: 4.5 });
  const [part] = frame.parts;
  assert.deepEqual([...part.positions], [...POSITIONS]);
  assert.deepEqual([...(part.topology.triangles ?? [])], [0, 1, 2]);
  assert.deepEqual([...(part.topology.rest ?? [])], [...POSITIONS]);
  assert.deepEqual([...(part.values ?? [])], [1, NaN, 3]);
});

test("triangles that are left out are those of before, also when frames between were never drawn", () => {
  const decoder = new FrameDecoder();
  const first = decoder.decode(bytes([surface({ triangles: TRIANGLES })]));
  const second = decoder.decode(bytes([surface()]));
  assert.equal(second.parts[0].topology, first.parts[0].topology);
});

test("a topology that was never sent is complained about and left out", () => {
  const decoder = new FrameDecoder();
  decoder.decode(bytes([surface({ triangles: TRIANGLES })]));
  const frame = decoder.decode(bytes([surface({ topology: 2 }), { name: "p", layer: "points", shape: "points", topology: 1, positions: POSITIONS }]));
  assert.equal(frame.parts.length, 1);
  assert.match(frame.complaints[0], /beam.*topology 2 was never sent/);
});

test("counts and topology may change, parts may go and come back", () => {
  const decoder = new FrameDecoder();
  decoder.decode(bytes([surface({ triangles: TRIANGLES })]));
  assert.equal(decoder.decode(bytes([])).parts.length, 0);
  assert.equal(decoder.decode(bytes([surface()])).complaints.length, 1);
  const more = new Float32Array(12);
  const back = decoder.decode(bytes([surface({ topology: 5, positions: more, triangles: new Uint32Array([0, 1, 2, 0, 2, 3]) })]));
  assert.equal(back.parts[0].count, 4);
  assert.equal(back.parts[0].topology.triangles?.length, 6);
});

test("lines, points with radii, frames with axes and discs with normals are read", () => {
  const axes = new Float32Array(27).fill(2);
  const frame = new FrameDecoder().decode(
    bytes([
      { name: "cells", layer: "cells", shape: "lines", topology: 1, positions: POSITIONS, lines: new Uint32Array([0, 1, 1, 2]) },
      { name: "matter", layer: "points", shape: "points", topology: 1, positions: POSITIONS, radii: new Float32Array([1, 2, 3]) },
      { name: "elastons", layer: "elastons", shape: "frames", topology: 1, positions: POSITIONS, axes },
      { name: "cube", layer: "surfels", shape: "discs", topology: 1, positions: POSITIONS, radii: new Float32Array([1, 2, 3]), normals: new Float32Array(9).fill(1) },
    ]),
  );
  assert.deepEqual([...(frame.parts[0].topology.lines ?? [])], [0, 1, 1, 2]);
  assert.deepEqual([...(frame.parts[1].radii ?? [])], [1, 2, 3]);
  assert.equal(frame.parts[2].axes?.length, 27);
  assert.deepEqual([frame.parts[3].normals?.length, frame.parts[3].radii?.length, frame.parts[2].normals], [9, 3, null]);
});

test("what is beyond the message or points beyond the points is refused", () => {
  const decoder = new FrameDecoder();
  const wrongIndex = decoder.decode(bytes([surface({ triangles: new Uint32Array([0, 1, 3]) })]));
  assert.match(wrongIndex.complaints[0], /index 3 among 3 points/);
  const cut = bytes([surface({ triangles: TRIANGLES })]);
  assert.match(decoder.decode(cut.slice(0, cut.byteLength - 4)).complaints[0], /beyond the end/);
  assert.match(decoder.decode(bytes([surface({ shape: "blob", triangles: TRIANGLES })])).complaints[0], /shape blob/);
});

test("a message that is no frame is refused", () => {
  const decoder = new FrameDecoder();
  assert.throws(() => decoder.decode(new ArrayBuffer(4)), /less than 8 bytes/);
  assert.throws(() => decoder.decode(new ArrayBuffer(16)), /no frame/);
  const long = new ArrayBuffer(16);
  new DataView(long).setUint32(0, MAGIC, true);
  new DataView(long).setUint32(4, 4000, true);
  assert.throws(() => decoder.decode(long), /header of 4000 bytes/);
});

test("messages are checked: what is missing gets a harmless value, what is unknown is null", () => {
  const hello = parseMessage(JSON.stringify({ kind: "hello", name: "x", layers: [{ name: "surface" }], parameters: [{ path: "a", value: 3 }] }));
  assert.ok(hello?.kind === "hello");
  assert.deepEqual(hello.up, [0, 0, 1]);
  assert.equal(hello.title, "x");
  assert.deepEqual(hello.layers, [{ name: "surface", label: "surface", shown: false }]);
  assert.deepEqual([hello.parameters[0].least, hello.parameters[0].most], [0, 3]);
  assert.deepEqual(parseMessage('{"kind":"busy","what":"step","seconds":3}'), { kind: "busy", what: "step", seconds: 3 });
  assert.deepEqual(parseMessage('{"kind":"busy","what":"lunch"}'), { kind: "busy", what: "", seconds: 0 });
  const samples = parseMessage(JSON.stringify({ kind: "samples", rows: [[0, 1, 2, null]], restart: true }));
  assert.ok(samples?.kind === "samples");
  assert.deepEqual(samples.rows, [[0, 1, 2, NaN]]);
  const named = parseMessage(JSON.stringify({ kind: "hello", name: "/some/where/soft.beam.toml" }));
  assert.ok(named?.kind === "hello" && named.name === "soft.beam" && named.title === "soft.beam");
  assert.equal(parseMessage("{"), null);
  assert.equal(parseMessage('"text"'), null);
  assert.equal(parseMessage('{"kind":"other"}'), null);
});
