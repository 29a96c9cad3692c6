// Drawn over the picture: the spring of a grab with its force, the axes in the corner, the cross of the keyboard's grip,
// and the reading at the pointer.
import type { GrabReport } from "../net/decode.ts";
import type { Vec3 } from "../net/protocol.ts";
import { digits, withUnit } from "../data/format.ts";
import { dot, type OrbitCamera } from "./camera.ts";
import { byId, setText, svg } from "../ui/dom.ts";

const COILS = 12;
const COIL_WIDTH = 7;
const TRIAD_SIZE = 30;
const AXES: { name: string; direction: Vec3 }[] = [
  { name: "x", direction: [1, 0, 0] },
  { name: "y", direction: [0, 1, 0] },
  { name: "z", direction: [0, 0, 1] },
];

type Point = [number, number];

/** A zigzag from one point of the screen to another, straight at both ends. */
export function springPath([ax, ay]: Point, [bx, by]: Point): string {
  const [dx, dy] = [bx - ax, by - ay];
  const size = Math.hypot(dx, dy);
  if (size < 1) return `M${ax} ${ay}L${bx} ${by}`;
  const width = Math.min(COIL_WIDTH, size / 8);
  const [nx, ny] = [(-dy / size) * width, (dx / size) * width];
  const points: Point[] = [[ax, ay]];
  for (let k = 0; k <= COILS; k += 1) {
    const along = 0.12 + (0.76 * k) / COILS;
    const side = k === 0 || k === COILS ? 0 : k % 2 === 0 ? 1 : -1;
    points.push([ax + dx * along + nx * side, ay + dy * along + ny * side]);
  }
  points.push([bx, by]);
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

export class Overlay {
  private readonly root = byId<SVGSVGElement>("overlay");
  private readonly spring = svg("path", { class: "spring" });
  private readonly grip = svg("circle", { class: "grip", r: 5 });
  private readonly cross = svg("path", { class: "cross" });
  private readonly triad = svg("g", { class: "triad" });
  private readonly force = byId("force");
  private readonly reading = byId("reading");
  private width = 1;
  private height = 1;

  constructor() {
    this.root.append(this.spring, this.grip, this.cross, this.triad);
    for (const { name } of AXES) {
      const label = svg("text", { class: `axis-${name}` });
      label.textContent = name;
      this.triad.append(svg("line", { class: `axis-${name}` }), label);
    }
    this.setSpring(null, null);
    this.setCross(false);
  }

  setSize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const [x, y] = [width / 2, height / 2];
    this.cross.setAttribute("d", `M${x - 14} ${y}h10M${x + 4} ${y}h10M${x} ${y - 14}v10M${x} ${y + 4}v10`);
  }

  /** Pixels of a point of the world, from the view's upper left corner. */
  pixelOf(camera: OrbitCamera, point: Vec3): Point {
    const { x, y } = camera.project(point);
    return [((x + 1) / 2) * this.width, ((1 - y) / 2) * this.height];
  }

  /** Draws the spring; null removes it. */
  setSpring(grab: GrabReport | null, camera: OrbitCamera | null): void {
    const shown = grab !== null && camera !== null;
    this.spring.style.display = shown ? "" : "none";
    this.grip.style.display = shown ? "" : "none";
    this.force.hidden = !shown;
    if (!shown) return;
    const from = this.pixelOf(camera, grab.from);
    const to = this.pixelOf(camera, grab.to);
    this.spring.setAttribute("d", springPath(from, to));
    this.grip.setAttribute("cx", String(from[0]));
    this.grip.setAttribute("cy", String(from[1]));
    setText(this.force, Number.isFinite(grab.force) ? withUnit(grab.force, "N", 3) : "…");
    this.force.style.transform = `translate(${to[0] + 14}px, ${to[1] - 12}px)`;
  }

  setCross(shown: boolean): void {
    this.cross.style.display = shown ? "" : "none";
  }

  drawTriad(camera: OrbitCamera): void {
    const { right, up, back } = camera.basis();
    const [cx, cy] = [46, this.height - 46];
    const children = [...this.triad.children];
    AXES.forEach(({ direction }, k) => {
      const [x, y, z] = [dot(direction, right), dot(direction, up), dot(direction, back)];
      const [line, label] = [children[2 * k], children[2 * k + 1]];
      const end: Point = [cx + TRIAD_SIZE * x, cy - TRIAD_SIZE * y];
      const lineEnds = { x1: cx, y1: cy, x2: end[0], y2: end[1] };
      for (const [name, value] of Object.entries(lineEnds)) line.setAttribute(name, value.toFixed(1));
      label.setAttribute("x", (end[0] + 8 * x).toFixed(1));
      label.setAttribute("y", (end[1] - 8 * y + 4).toFixed(1));
      // An axis that points at whoever looks has no room for its name.
      const opacity = Math.hypot(x, y) < 0.2 ? "0" : z < -0.2 ? "0.55" : "1";
      line.setAttribute("opacity", opacity);
      label.setAttribute("opacity", opacity);
    });
  }

  /** Words beside the pointer (pixels of the view); null hides them. */
  setReading(text: string | null, [x, y]: Point = [0, 0]): void {
    this.reading.hidden = text === null;
    if (text === null) return;
    setText(this.reading, text);
    const left = x > this.width - 180 ? `calc(${x - 14}px - 100%)` : `${x + 14}px`;
    const top = y > this.height - 60 ? `calc(${y - 10}px - 100%)` : `${y + 16}px`;
    this.reading.style.transform = `translate(${left}, ${top})`;
  }
}

/** A place in words (m). */
export function placeWords(point: Vec3): string {
  return `(${point.map((value) => digits(value, 3)).join(", ")}) m`;
}
