// The pretended scene of mock.mjs: a wobbling ball and a bar over a floor, with marks of every kind.

const TAU = 2 * Math.PI;

/** A ball of about so many triangles: points on the unit sphere, and triangles. */
function ball(triangles) {
  const rows = Math.max(Math.round(Math.sqrt(triangles / 4)), 4);
  const columns = 2 * rows;
  const points = [];
  const faces = [];
  for (let row = 1; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [polar, around] = [(Math.PI * row) / rows, (TAU * column) / columns];
      points.push(Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar));
    }
  }
  const at = (row, column) => (row - 1) * columns + (column % columns);
  const [top, bottom] = [points.length / 3, points.length / 3 + 1];
  points.push(0, 0, 1, 0, 0, -1);
  for (let column = 0; column < columns; column += 1) {
    faces.push(top, at(1, column), at(1, column + 1), bottom, at(rows - 1, column + 1), at(rows - 1, column));
    for (let row = 1; row < rows - 1; row += 1) {
      const [a, b, c, d] = [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
      faces.push(a, b, c, a, c, d);
    }
  }
  return { points: new Float32Array(points), faces: new Uint32Array(faces) };
}

const BOX_FACES = new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]);

function box([cx, cy, cz], [sx, sy, sz]) {
  const points = [];
  for (let k = 0; k < 8; k += 1) {
    points.push(cx + (k & 1 ? sx : -sx) / 2, cy + (k & 2 ? sy : -sy) / 2, cz + (k & 4 ? sz : -sz) / 2);
  }
  return new Float32Array(points);
}

export class MockScene {
  constructor(triangles) {
    const { points, faces } = ball(triangles);
    this.rest = points.map((value, k) => 0.5 * value + (k % 3 === 2 ? 0.55 : 0));
    this.faces = faces;
    this.pull = null;
    this.softness = 1;
    this.topology = 1;
    this.pins = [];
  }

  /** Another topology number with the same triangles: the page must take it. */
  renumber() {
    this.topology += 1;
  }

  positions(time) {
    const out = new Float32Array(this.rest.length);
    for (let k = 0; k < out.length; k += 3) {
      const [x, y, z] = [this.rest[k], this.rest[k + 1], this.rest[k + 2]];
      const wave = 0.06 * this.softness * Math.sin(9 * z + 6 * time) + 0.03 * Math.sin(8 * x - 5 * time);
      const squash = 1 + 0.12 * this.softness * Math.sin(4 * time);
      out[k] = x * (1 + wave) / Math.sqrt(squash);
      out[k + 1] = y * (1 + wave) / Math.sqrt(squash);
      out[k + 2] = z * squash;
    }
    if (this.pull) this.applyPull(out);
    return out;
  }

  applyPull(out) {
    const { anchor, target } = this.pull;
    const [ax, ay, az] = [out[3 * anchor], out[3 * anchor + 1], out[3 * anchor + 2]];
    const move = [target[0] - ax, target[1] - ay, target[2] - az].map((d) => 0.8 * d);
    for (let k = 0; k < out.length; k += 3) {
      const near = Math.exp(-((out[k] - ax) ** 2 + (out[k + 1] - ay) ** 2 + (out[k + 2] - az) ** 2) / 0.05);
      for (let i = 0; i < 3; i += 1) out[k + i] += near * move[i];
    }
  }

  grab(triangle, target) {
    this.pull = { anchor: this.faces[3 * triangle] ?? 0, target };
  }

  /** Where the spring holds, where it pulls to, and with which force. */
  grabReport(positions) {
    if (!this.pull) return null;
    const from = [...positions.subarray(3 * this.pull.anchor, 3 * this.pull.anchor + 3)];
    const force = 120 * Math.hypot(...this.pull.target.map((value, k) => value - from[k]));
    return { from, to: this.pull.target, force };
  }

  values(field, positions) {
    const out = new Float32Array(positions.length / 3);
    for (let k = 0; k < out.length; k += 1) {
      const moved = Math.hypot(positions[3 * k] - this.rest[3 * k], positions[3 * k + 1] - this.rest[3 * k + 1], positions[3 * k + 2] - this.rest[3 * k + 2]);
      out[k] = field === "stress" ? 1e5 * moved ** 1.5 : moved;
    }
    // Some values are not known: a page must show them grey.
    if (field === "stress") for (let k = 0; k < out.length; k += 1) if (this.rest[3 * k + 2] > 1.02) out[k] = NaN;
    return out;
  }

  /** Parts as they stand in a frame: arrays where the protocol has offsets. */
  parts(time, field, shown, sendTopology) {
    const positions = this.positions(time);
    const jelly = { name: "jelly", layer: "surface", shape: "triangles", topology: this.topology, positions, values: field ? this.values(field, positions) : null };
    if (sendTopology) Object.assign(jelly, { triangles: this.faces, rest: this.rest });
    const parts = [jelly, this.bar(time, field, sendTopology), ...colliders(sendTopology), ...this.marks(positions, time)];
    return { parts: parts.filter((part) => shown.has(part.layer)), grab: this.grabReport(positions) };
  }

  bar(time, field, sendTopology) {
    const rest = box([1.1, 0, 0.3], [0.5, 0.3, 0.3]);
    const positions = rest.map((value, k) => (k % 3 === 2 ? value + 0.1 * Math.abs(Math.sin(2 * time)) : value));
    const values = field ? new Float32Array(8).map((_, k) => (field === "stress" ? 500 * k : 0.01 * k)) : null;
    const part = { name: "bar", layer: "surface", shape: "triangles", topology: 1, positions, values };
    return sendTopology ? { ...part, triangles: BOX_FACES, rest } : part;
  }

  marks(positions, time) {
    const take = (every) => Float32Array.from({ length: 3 * Math.floor(positions.length / 3 / every) }, (_, k) => positions[3 * every * Math.floor(k / 3) + (k % 3)]);
    const inner = take(97).map((value, k) => (k % 3 === 2 ? 0.55 + 0.7 * (value - 0.55) : 0.7 * value));
    const few = inner.slice(0, 3 * Math.min(40, inner.length / 3));
    const radii = new Float32Array(inner.length / 3).fill(0.02);
    const lines = Uint32Array.from({ length: 2 * (inner.length / 3 - 1) }, (_, k) => Math.floor((k + 1) / 2));
    const axes = Float32Array.from({ length: 3 * few.length }, (_, k) => ((k % 9) % 4 === 0 ? 0.06 * (1 + 0.3 * Math.sin(5 * time + k)) : 0));
    return [
      { name: "contacts", layer: "contacts", shape: "points", topology: 1, positions: new Float32Array([0.02, 0, 0, 0.1, 0.05, 0, -0.08, 0.1, 0, 1.1, 0, 0.15]) },
      { name: "pins", layer: "pins", shape: "points", topology: 1, positions: new Float32Array(this.pins.flat()) },
      { name: "matter", layer: "points", shape: "points", topology: 1, positions: inner, radii },
      { name: "cells", layer: "cells", shape: "lines", topology: 1, positions: inner, lines },
      { name: "elastons", layer: "elastons", shape: "frames", topology: 1, positions: few, axes },
      { name: "jelly", layer: "surfels", shape: "discs", topology: 1, positions: inner, radii, normals: outward(inner) },
    ];
  }
}

/** Unit vectors away from the middle of the jelly. */
function outward(points) {
  const away = points.map((value, k) => (k % 3 === 2 ? value - 0.55 : value));
  return away.map((value, k) => value / Math.max(Math.hypot(...away.slice(k - (k % 3), k - (k % 3) + 3)), 1e-9));
}

function colliders(sendTopology) {
  const floor = { name: "floor", layer: "colliders", shape: "triangles", topology: 1, plane: true, positions: new Float32Array([-6, -6, 0, 6, -6, 0, 6, 6, 0, -6, 6, 0]) };
  const step = { name: "step", layer: "colliders", shape: "triangles", topology: 1, positions: box([-1.1, 0, 0.15], [0.5, 0.8, 0.3]) };
  if (sendTopology) {
    floor.triangles = new Uint32Array([0, 1, 2, 0, 2, 3]);
    step.triangles = BOX_FACES;
  }
  return [floor, step];
}
