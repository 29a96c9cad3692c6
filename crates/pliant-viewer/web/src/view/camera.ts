// The camera: it looks at a target from a distance, at an azimuth around the up axis and an elevation above the ground.
// Pure numbers; scene3d.ts gives them to the graphics card.
import type { Vec3 } from "../net/protocol.ts";
import type { Ray } from "../mesh/raycast.ts";

export const add = (a: Vec3, b: Vec3, scale = 1): Vec3 => [a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const scaled = (a: Vec3, scale: number): Vec3 => [a[0] * scale, a[1] * scale, a[2] * scale];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec3): Vec3 => scaled(a, 1 / (length(a) || 1));

export type Bounds = [Vec3, Vec3];

/** Where the camera is; angles in radians. */
export interface CameraState {
  target: Vec3;
  distance: number;
  azimuth: number;
  elevation: number;
}

/** From where the camera looks; radians. */
export type Direction = Pick<CameraState, "azimuth" | "elevation">;

/** How much of the view a framed box fills. */
const FILLED = 0.8;

/** Directions of the screen in the world: right, up, and out of the screen. */
export interface ScreenBasis {
  right: Vec3;
  up: Vec3;
  back: Vec3;
}

const DEGREE = Math.PI / 180;
const HALF_TURN = Math.PI;

/** Directions from which to look, by key. */
export const STANDARD_VIEWS = [
  { key: "1", name: "front", azimuth: 0, elevation: 0 },
  { key: "2", name: "back", azimuth: HALF_TURN, elevation: 0 },
  { key: "3", name: "left", azimuth: -HALF_TURN / 2, elevation: 0 },
  { key: "4", name: "right", azimuth: HALF_TURN / 2, elevation: 0 },
  { key: "5", name: "top", azimuth: 0, elevation: HALF_TURN / 2 },
  { key: "6", name: "bottom", azimuth: 0, elevation: -HALF_TURN / 2 },
  { key: "7", name: "isometric", azimuth: HALF_TURN / 4, elevation: Math.asin(1 / Math.sqrt(3)) },
] as const;

export class OrbitCamera {
  /** Vertical angle of view (rad). */
  readonly fov = 35 * DEGREE;
  aspect = 1;
  state: CameraState = { target: [0, 0, 0], distance: 5, azimuth: 30 * DEGREE, elevation: 20 * DEGREE };
  private up: Vec3 = [0, 0, 1];
  private right: Vec3 = [1, 0, 0];
  private front: Vec3 = [0, -1, 0];

  /** Front is seen with the x axis to the right, where the up axis allows it. */
  setUp(up: Vec3): void {
    this.up = unit(up);
    const across: Vec3 = Math.abs(this.up[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0];
    this.right = unit(add(across, this.up, -dot(across, this.up)));
    this.front = cross(this.right, this.up);
  }

  get upAxis(): Vec3 {
    return this.up;
  }

  basis({ azimuth, elevation }: Direction = this.state): ScreenBasis {
    const around = add(scaled(this.front, Math.cos(azimuth)), this.right, Math.sin(azimuth));
    const back = add(scaled(around, Math.cos(elevation)), this.up, Math.sin(elevation));
    const up = add(scaled(around, -Math.sin(elevation)), this.up, Math.cos(elevation));
    return { right: cross(up, back), up, back };
  }

  position(): Vec3 {
    return add(this.state.target, this.basis().back, this.state.distance);
  }

  /** Turns by angles (rad). */
  orbit(azimuth: number, elevation: number): void {
    const quarter = HALF_TURN / 2;
    this.state.azimuth = wrapped(this.state.azimuth + azimuth);
    this.state.elevation = Math.min(Math.max(this.state.elevation + elevation, -quarter), quarter);
  }

  /** Moves the picture by fractions of the view's height, to the right and up. */
  pan(right: number, up: number): void {
    const { right: x, up: y } = this.basis();
    const height = this.heightAt(this.state.distance);
    this.state.target = add(add(this.state.target, x, -right * height), y, -up * height);
  }

  /** Multiplies the distance; what is at (x, y) of the screen (-1 to 1) stays there. */
  zoom(factor: number, x = 0, y = 0): void {
    const distance = Math.min(Math.max(this.state.distance * factor, 1e-6), 1e9);
    const real = distance / this.state.distance;
    const under = this.pointAt(x, y, this.state.distance);
    this.state.target = add(under, sub(this.state.target, under), real);
    this.state.distance = distance;
  }

  /** Height of what is seen at a distance (m). */
  heightAt(distance: number): number {
    return 2 * distance * Math.tan(this.fov / 2);
  }

  /** The point under (x, y) of the screen (-1 to 1), at a depth before the camera. */
  pointAt(x: number, y: number, depth: number): Vec3 {
    const { right, up, back } = this.basis();
    const half = this.heightAt(depth) / 2;
    const centre = add(this.position(), back, -depth);
    return add(add(centre, right, x * half * this.aspect), up, y * half);
  }

  /** The ray through (x, y) of the screen. */
  ray(x: number, y: number): Ray {
    const origin = this.position();
    return { origin, direction: unit(sub(this.pointAt(x, y, 1), origin)) };
  }

  /** Depth of a point before the camera (m). */
  depthOf(point: Vec3): number {
    return dot(sub(this.position(), point), this.basis().back);
  }

  /** Where a point is on the screen (-1 to 1), and its depth. */
  project(point: Vec3): { x: number; y: number; depth: number } {
    const { right, up } = this.basis();
    const depth = this.depthOf(point);
    const offset = sub(point, this.position());
    const half = this.heightAt(depth) / 2;
    return { x: dot(offset, right) / (half * this.aspect), y: dot(offset, up) / half, depth };
  }

  /** The state that looks at all of a box, from a direction or the present one. */
  framing([low, high]: Bounds, direction: Direction = this.state): CameraState {
    const centre = scaled(add(low, high), 0.5);
    const { right, up, back } = this.basis(direction);
    const slope = Math.tan(this.fov / 2) * FILLED;
    let distance = 1e-6;
    for (let k = 0; k < 8; k += 1) {
      const corner: Vec3 = [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]];
      const offset = sub(corner, centre);
      const across = Math.max(Math.abs(dot(offset, up)), Math.abs(dot(offset, right)) / this.aspect);
      distance = Math.max(distance, dot(offset, back) + across / slope);
    }
    const { azimuth, elevation } = direction;
    return { target: centre, distance, azimuth, elevation };
  }
}

function wrapped(angle: number): number {
  return angle - 2 * HALF_TURN * Math.round(angle / (2 * HALF_TURN));
}

/** Between two states, at a fraction; the shorter way around. */
export function between(a: CameraState, b: CameraState, fraction: number): CameraState {
  const mix = (p: number, q: number): number => p + (q - p) * fraction;
  return {
    target: [mix(a.target[0], b.target[0]), mix(a.target[1], b.target[1]), mix(a.target[2], b.target[2])],
    distance: mix(a.distance, b.distance),
    azimuth: wrapped(a.azimuth + wrapped(b.azimuth - a.azimuth) * fraction),
    elevation: mix(a.elevation, b.elevation),
  };
}

/** The camera as it stands in a link: `#camera=x,y,z,distance,azimuth,elevation` (m, degrees). */
export function toHash({ target, distance, azimuth, elevation }: CameraState): string {
  const numbers = [...target, distance, azimuth / DEGREE, elevation / DEGREE];
  return `#camera=${numbers.map((n) => String(Number(n.toPrecision(7)))).join(",")}`;
}

/** The camera of a link, or null when it has none that can be used. */
export function fromHash(hash: string): CameraState | null {
  const found = /(?:^#|&)camera=([^&]*)/.exec(hash);
  const numbers = (found?.[1] ?? "").split(",").map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite) || numbers[3] <= 0) return null;
  const [x, y, z, distance, azimuth, elevation] = numbers;
  return { target: [x, y, z], distance, azimuth: azimuth * DEGREE, elevation: elevation * DEGREE };
}
