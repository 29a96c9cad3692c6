// What the server and the page say to each other. Text messages are JSON with a `kind`; frames are binary (decode.ts).
// Everything that arrives is checked here, so the rest of the page can trust its types.

export type Vec3 = [number, number, number];

export interface Field {
  name: string;
  unit: string;
}

export interface Layer {
  name: string;
  label: string;
  shown: boolean;
}

export interface Parameter {
  path: string;
  group: string;
  label: string;
  unit: string;
  value: number;
  least: number;
  most: number;
  scale: "linear" | "log";
  whole: boolean;
}

export interface Probe {
  name: string;
  unit: string;
}

export interface GalleryEntry {
  name: string;
  title: string;
}

/** The scene as the server sees it; replaces everything known before. */
export interface Hello {
  kind: "hello";
  version: string;
  mode: "live" | "replay";
  name: string;
  title: string;
  about: string;
  up: Vec3;
  text: string;
  editable: boolean;
  /** Simulated time at which the scene ends (s). */
  duration: number;
  /** Simulated time between two frames (s). */
  frameStep: number;
  frames: number;
  times: number[];
  fields: Field[];
  layers: Layer[];
  parameters: Parameter[];
  probes: Probe[];
  gallery: GalleryEntry[];
  bounds: [Vec3, Vec3];
}

/** Rows of [time, kinetic, elastic, load or NaN, probe...] since the last such message. */
export interface Samples {
  kind: "samples";
  rows: number[][];
  restart: boolean;
}

export interface Problem {
  severity: "error" | "warning";
  /** First line is 1; 0 means no place. */
  line: number;
  column: number;
  key: string;
  reason: string;
  remedy: string;
}

export interface Problems {
  kind: "problems";
  problems: Problem[];
}

export interface State {
  kind: "state";
  playing: boolean;
  finished: boolean;
  failed: string;
  time: number;
  step: number;
  hash: string;
  speed: number;
  warnings: string[];
}

export interface ServerError {
  kind: "error";
  text: string;
}

/** Something takes long on the server, which hears nothing before it is done. */
export interface Busy {
  kind: "busy";
  what: "step" | "scene" | "";
  /** How long it has taken until now (s); 0 when it is done. */
  seconds: number;
}

export type FromServer = Hello | Samples | Problems | State | Busy | ServerError;

export type ToServer =
  | { kind: "ack"; id: number }
  | { kind: "play" | "pause" | "reset" | "unpin" | "ask_state" }
  | { kind: "step"; by: 1 | -1 }
  | { kind: "speed"; value: number }
  | { kind: "seek"; frame: number }
  | { kind: "colour"; field: string }
  | { kind: "layers"; shown: string[] }
  | { kind: "grab"; part: string; triangle: number; weights: Vec3; target: Vec3 }
  | { kind: "drag"; target: Vec3 }
  | { kind: "release"; pin: boolean }
  | { kind: "set"; path: string; value: number }
  | { kind: "scene"; text: string }
  | { kind: "gallery"; name: string };

type Json = Record<string, unknown>;

function record(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Three numbers, or what is given instead. */
export function vec3(value: unknown, otherwise: Vec3): Vec3 {
  const parts = list(value);
  const finite = parts.length === 3 && parts.every((part) => Number.isFinite(part));
  return finite ? (parts as Vec3) : otherwise;
}

function parameter(value: unknown): Parameter {
  const p = record(value);
  const now = number(p.value, 0);
  return {
    path: text(p.path),
    group: text(p.group),
    label: text(p.label) || text(p.path),
    unit: text(p.unit),
    value: now,
    least: number(p.least, Math.min(now, 0)),
    most: number(p.most, Math.max(now, 1)),
    scale: p.scale === "log" ? "log" : "linear",
    whole: p.whole === true,
  };
}

/** The last part of a path, without its ending. */
function stem(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/\.toml$/, "");
}

/** A name of the engine as people read it. */
export function inWords(name: string): string {
  return name.replaceAll("_", " ");
}

function hello(m: Json): Hello {
  const bounds = list(m.bounds);
  return {
    kind: "hello",
    version: text(m.version),
    mode: m.mode === "replay" ? "replay" : "live",
    name: stem(text(m.name)),
    title: text(m.title) || stem(text(m.name)),
    about: text(m.about),
    up: vec3(m.up, [0, 0, 1]),
    text: text(m.text),
    editable: m.editable === true,
    duration: number(m.duration, 0),
    frameStep: number(m.frame_step, 0),
    frames: number(m.frames, 0),
    times: list(m.times).map((time) => number(time, NaN)),
    fields: list(m.fields).map((f) => ({ name: text(record(f).name), unit: text(record(f).unit) })),
    layers: list(m.layers).map((l) => {
      const layer = record(l);
      return { name: text(layer.name), label: text(layer.label) || text(layer.name), shown: layer.shown === true };
    }),
    parameters: list(m.parameters).map(parameter),
    probes: list(m.probes).map((p) => ({ name: text(record(p).name), unit: text(record(p).unit) })),
    gallery: list(m.gallery).map((g) => ({ name: text(record(g).name), title: text(record(g).title) })),
    bounds: [vec3(bounds[0], [-1, -1, -1]), vec3(bounds[1], [1, 1, 1])],
  };
}

function problem(value: unknown): Problem {
  const p = record(value);
  return {
    severity: p.severity === "warning" ? "warning" : "error",
    line: number(p.line, 0),
    column: number(p.column, 0),
    key: text(p.key),
    reason: text(p.reason),
    remedy: text(p.remedy),
  };
}

function state(m: Json): State {
  return {
    kind: "state",
    playing: m.playing === true,
    finished: m.finished === true,
    failed: text(m.failed),
    time: number(m.time, 0),
    step: number(m.step, 0),
    hash: text(m.hash),
    speed: number(m.speed, 1),
    warnings: list(m.warnings).map(text),
  };
}

/** A text message as its type, or null when it is none that this page knows. */
export function parseMessage(data: string): FromServer | null {
  let m: Json;
  try {
    m = record(JSON.parse(data));
  } catch {
    return null;
  }
  switch (m.kind) {
    case "hello":
      return hello(m);
    case "samples":
      return {
        kind: "samples",
        rows: list(m.rows).map((row) => list(row).map((value) => number(value, NaN))),
        restart: m.restart === true,
      };
    case "problems":
      return { kind: "problems", problems: list(m.problems).map(problem) };
    case "state":
      return state(m);
    case "busy":
      return { kind: "busy", what: m.what === "scene" ? "scene" : m.what === "step" ? "step" : "", seconds: number(m.seconds, 0) };
    case "error":
      return { kind: "error", text: text(m.text) };
    default:
      return null;
  }
}
