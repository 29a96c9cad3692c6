// Taking hold of a body: from the moment a ray hits it until it is let go. The target moves in the plane through the
// hit that is parallel to the screen; by keyboard it moves in steps, also nearer and farther.
import type { ToServer, Vec3 } from "../net/protocol.ts";
import type { SurfaceHit } from "../mesh/raycast.ts";
import { LatestOnly } from "../net/rate.ts";
import { add, type OrbitCamera } from "./camera.ts";

export interface BodyHit extends SurfaceHit {
  part: string;
}

const DRAG_INTERVAL_MS = 1000 / 60;
/** One press of an arrow, as a fraction of the view's height. */
const KEY_STEP = 0.03;

export type HeldBy = "pointer" | "keyboard";

export class Grab {
  heldBy: HeldBy | null = null;
  target: Vec3 = [0, 0, 0];
  private depth = 1;
  private readonly drags: LatestOnly<Vec3>;

  constructor(private readonly send: (message: ToServer) => boolean) {
    this.drags = new LatestOnly<Vec3>(DRAG_INTERVAL_MS, (target) => {
      send({ kind: "drag", target });
    });
  }

  /** Takes hold; false when the server cannot be reached. */
  begin(hit: BodyHit, camera: OrbitCamera, heldBy: HeldBy): boolean {
    if (this.heldBy) this.end(false);
    this.target = hit.point;
    this.depth = camera.depthOf(hit.point);
    const sent = this.send({ kind: "grab", part: hit.part, triangle: hit.triangle, weights: hit.weights, target: hit.point });
    if (sent) this.heldBy = heldBy;
    return sent;
  }

  /** The pointer is at (x, y) of the screen (-1 to 1). */
  dragTo(x: number, y: number, camera: OrbitCamera): void {
    if (!this.heldBy) return;
    this.moveTo(camera.pointAt(x, y, this.depth));
  }

  /** Presses of arrow keys: to the right, up, and towards whoever looks. */
  nudge(right: number, up: number, nearer: number, camera: OrbitCamera): void {
    if (!this.heldBy) return;
    const basis = camera.basis();
    const step = KEY_STEP * camera.heightAt(this.depth);
    const across = add(add(this.target, basis.right, right * step), basis.up, up * step);
    this.moveTo(add(across, basis.back, nearer * step));
    this.depth = camera.depthOf(this.target);
  }

  end(pin: boolean): void {
    if (!this.heldBy) return;
    this.drags.flush();
    this.heldBy = null;
    this.send({ kind: "release", pin });
  }

  /** The connection is gone: nothing is held any more. */
  forget(): void {
    this.drags.cancel();
    this.heldBy = null;
  }

  private moveTo(target: Vec3): void {
    this.target = target;
    this.drags.offer(target);
  }
}
