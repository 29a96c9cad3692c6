// Binary frames: magic, length of the header, header (JSON), arrays. Little-endian; offsets count from the end of the
// header. Positions and values are views into the message (nothing is copied); triangles, lines and rest positions are
// copied, since they outlive the message: a later frame with the same topology number leaves them out.
import { vec3, type Vec3 } from "./protocol.ts";

export const MAGIC = 0x31464c50;

const SHAPES = ["triangles", "points", "lines", "frames", "discs"] as const;
export type Shape = (typeof SHAPES)[number];

/** What stays while the topology number of a part stays. */
export interface Topology {
  number: number;
  triangles: Uint32Array | null;
  lines: Uint32Array | null;
  rest: Float32Array | null;
}

export interface Part {
  name: string;
  layer: string;
  shape: Shape;
  count: number;
  positions: Float32Array;
  values: Float32Array | null;
  radii: Float32Array | null;
  /** Three vectors (m) a point; shape `frames` only. */
  axes: Float32Array | null;
  /** A unit normal a point, or zero; shape `discs` only. */
  normals: Float32Array | null;
  topology: Topology;
  /** A plane that goes on beyond what is drawn. */
  plane: boolean;
}

export interface Solver {
  stepMs: number;
  iterations: number;
  contacts: number;
  phases: [string, number][];
}

export interface GrabReport {
  from: Vec3;
  to: Vec3;
  /** Force of the spring (N). */
  force: number;
}

export interface Frame {
  id: number;
  index: number;
  time: number;
  step: number;
  speedRatio: number;
  solver: Solver;
  grab: GrabReport | null;
  /** The field of the values, or null when the server does not say. */
  field: string | null;
  parts: Part[];
  /** What could not be read, in words. */
  complaints: string[];
}

interface PartHeader {
  name: string;
  layer: string;
  shape: Shape;
  topology: number;
  count: number;
  positions: number;
  triangles?: [number, number] | null;
  lines?: [number, number] | null;
  rest?: number | null;
  values?: number | null;
  radii?: number | null;
  axes?: number | null;
  normals?: number | null;
  plane?: boolean;
}

interface FrameHeader {
  id: number;
  index: number;
  time: number;
  step: number;
  speed_ratio?: number;
  field?: string;
  solver?: { step_ms?: number; iterations?: number; contacts?: number; phases?: [string, number][] };
  grab?: { from: unknown; to: unknown; force: number } | null;
  parts: PartHeader[];
}

/** The arrays of one message; hands out views after checking that the bytes are there. */
class Arrays {
  constructor(
    private readonly buffer: ArrayBuffer,
    private readonly start: number,
  ) {}

  private place(offset: number, count: number): number {
    const whole = Number.isInteger(offset) && Number.isInteger(count) && offset >= 0 && count >= 0;
    if (!whole || offset % 4 !== 0) throw new Error(`an array at ${offset} with ${count} numbers`);
    if (this.start + offset + 4 * count > this.buffer.byteLength) throw new Error("an array beyond the end");
    return this.start + offset;
  }

  floats(offset: number, count: number): Float32Array {
    return new Float32Array(this.buffer, this.place(offset, count), count);
  }

  indices(offset: number, count: number, below: number): Uint32Array {
    const made = new Uint32Array(this.buffer, this.place(offset, count), count).slice();
    for (const index of made) if (index >= below) throw new Error(`the index ${index} among ${below} points`);
    return made;
  }
}

/** Reads frames and remembers the topology of each part. */
export class FrameDecoder {
  private readonly known = new Map<string, Topology>();

  /** Forgets all topologies: after a new connection. */
  reset(): void {
    this.known.clear();
  }

  /** The frame in a message. Throws when the message is no frame; a bad part is left out and complained about. */
  decode(buffer: ArrayBuffer): Frame {
    const [header, start] = readHeader(buffer);
    const arrays = new Arrays(buffer, start);
    const parts: Part[] = [];
    const complaints: string[] = [];
    for (const part of header.parts) {
      try {
        parts.push(this.part(part, arrays));
      } catch (reason) {
        complaints.push(`Part ${part.name} cannot be drawn: ${reason instanceof Error ? reason.message : "unknown"}.`);
      }
    }
    this.forgetAllBut(header.parts);
    return { ...frameNumbers(header), parts, complaints };
  }

  private part(p: PartHeader, arrays: Arrays): Part {
    if (!SHAPES.includes(p.shape)) throw new Error(`its shape ${p.shape as string} is not known here`);
    const per = (offset: number | null | undefined, width: number): Float32Array | null =>
      offset === null || offset === undefined ? null : arrays.floats(offset, width * p.count);
    return {
      name: p.name,
      layer: p.layer,
      shape: p.shape,
      count: p.count,
      positions: arrays.floats(p.positions, 3 * p.count),
      values: per(p.values, 1),
      radii: per(p.radii, 1),
      axes: per(p.axes, 9),
      normals: per(p.normals, 3),
      topology: this.topologyOf(p, arrays),
      plane: p.plane === true,
    };
  }

  private topologyOf(p: PartHeader, arrays: Arrays): Topology {
    if (p.shape !== "triangles" && p.shape !== "lines") return { number: p.topology, triangles: null, lines: null, rest: null };
    const sent = p.shape === "triangles" ? p.triangles : p.lines;
    if (sent) {
      const width = p.shape === "triangles" ? 3 : 2;
      const indices = arrays.indices(sent[0], width * sent[1], p.count);
      const made: Topology = {
        number: p.topology,
        triangles: p.shape === "triangles" ? indices : null,
        lines: p.shape === "lines" ? indices : null,
        rest: typeof p.rest === "number" ? arrays.floats(p.rest, 3 * p.count).slice() : null,
      };
      this.known.set(keyOf(p), made);
      return made;
    }
    const before = this.known.get(keyOf(p));
    if (before?.number !== p.topology) throw new Error(`its topology ${p.topology} was never sent`);
    return before;
  }

  private forgetAllBut(parts: PartHeader[]): void {
    if (this.known.size <= parts.length) return;
    const keys = new Set(parts.map(keyOf));
    for (const key of this.known.keys()) if (!keys.has(key)) this.known.delete(key);
  }
}

/** Parts are told apart by layer and name. */
export function keyOf(part: { layer: string; name: string }): string {
  return `${part.layer}\n${part.name}`;
}

function readHeader(buffer: ArrayBuffer): [FrameHeader, number] {
  if (buffer.byteLength < 8) throw new Error("a frame of less than 8 bytes");
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC) throw new Error("a binary message that is no frame");
  const length = view.getUint32(4, true);
  if (length % 4 !== 0 || 8 + length > buffer.byteLength) throw new Error(`a frame header of ${length} bytes`);
  const words = new TextDecoder().decode(new Uint8Array(buffer, 8, length));
  const header = JSON.parse(words) as FrameHeader | null;
  if (!header || !Array.isArray(header.parts)) throw new Error("a frame header without parts");
  return [header, 8 + length];
}

function frameNumbers(header: FrameHeader): Omit<Frame, "parts" | "complaints"> {
  const solver = header.solver ?? {};
  const grab = header.grab ?? null;
  return {
    id: header.id,
    index: header.index,
    time: header.time,
    step: header.step,
    speedRatio: header.speed_ratio ?? NaN,
    field: header.field ?? null,
    solver: {
      stepMs: solver.step_ms ?? NaN,
      iterations: solver.iterations ?? 0,
      contacts: solver.contacts ?? 0,
      phases: solver.phases ?? [],
    },
    grab: grab && { from: vec3(grab.from, [0, 0, 0]), to: vec3(grab.to, [0, 0, 0]), force: grab.force },
  };
}
