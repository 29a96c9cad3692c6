// The camera: directions, zoom to the pointer, framing, and the link that restores it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Vec3 } from "../src/net/protocol.ts";
import { between, cross, dot, fromHash, length, OrbitCamera, STANDARD_VIEWS, sub, toHash, type Bounds } from "../src/view/camera.ts";

function near(a: readonly number[], b: readonly number[], tolerance = 1e-9): void {
  assert.equal(a.length, b.length);
  a.forEach((value, k) => assert.ok(Math.abs(value - b[k]) <= tolerance, `${a.join(" ")} is not ${b.join(" ")}`));
}

function looking(name: string, up: Vec3): OrbitCamera {
  const camera = new OrbitCamera();
  camera.setUp(up);
  const view = STANDARD_VIEWS.find((each) => each.name === name);
  assert.ok(view);
  camera.state = { target: [0, 0, 0], distance: 2, azimuth: view.azimuth, elevation: view.elevation };
  return camera;
}

test("standard views look along the axes", () => {
  near(looking("front", [0, 0, 1]).position(), [0, -2, 0]);
  near(looking("right", [0, 0, 1]).position(), [2, 0, 0]);
  near(looking("top", [0, 0, 1]).position(), [0, 0, 2]);
  near(looking("front", [0, 1, 0]).position(), [0, 0, 2]);
  near(looking("top", [0, 1, 0]).basis().right, [1, 0, 0]);
  near(looking("bottom", [0, 0, 1]).position(), [0, 0, -2]);
  const corner = looking("isometric", [0, 0, 1]).position();
  near([Math.abs(corner[0]), Math.abs(corner[1]), corner[2]], [2 / Math.sqrt(3), 2 / Math.sqrt(3), 2 / Math.sqrt(3)]);
});

test("the screen's directions are right-handed and of length one, for any up axis", () => {
  for (const up of [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, -1, 0], [1, 2, 3]] as Vec3[]) {
    const camera = new OrbitCamera();
    camera.setUp(up);
    for (const elevation of [-Math.PI / 2, -0.4, 0, 1, Math.PI / 2]) {
      const { right, up: above, back } = camera.basis({ azimuth: 0.7, elevation });
      near(cross(right, above), back, 1e-12);
      near([length(right), length(above), length(back)], [1, 1, 1], 1e-12);
      assert.ok(dot(above, camera.upAxis) >= -1e-12);
    }
  }
});

test("what is projected comes back by its ray", () => {
  const camera = new OrbitCamera();
  camera.aspect = 1.6;
  const point: Vec3 = [0.3, -0.2, 0.5];
  const { x, y, depth } = camera.project(point);
  near(camera.pointAt(x, y, depth), point, 1e-12);
  const ray = camera.ray(x, y);
  const along = sub(point, ray.origin);
  near(cross(along, ray.direction), [0, 0, 0], 1e-12);
});

test("zooming keeps what is under the pointer there", () => {
  const camera = new OrbitCamera();
  camera.aspect = 1.5;
  const under = camera.pointAt(0.6, -0.3, camera.state.distance);
  camera.zoom(0.5, 0.6, -0.3);
  const { x, y } = camera.project(under);
  near([x, y], [0.6, -0.3], 1e-9);
  near([camera.state.distance], [2.5]);
});

test("panning moves the picture with the pointer", () => {
  const camera = new OrbitCamera();
  const target: Vec3 = [...camera.state.target];
  camera.pan(0.25, 0.1);
  const { x, y } = camera.project(target);
  near([x * camera.aspect, y], [0.5, 0.2], 1e-9);
});

test("elevation stops at the poles, azimuth goes round", () => {
  const camera = new OrbitCamera();
  camera.orbit(9 * Math.PI, 99);
  assert.ok(Math.abs(camera.state.azimuth) <= Math.PI);
  assert.equal(camera.state.elevation, Math.PI / 2);
});

test("a framed box is seen whole, and fills the view", () => {
  const camera = new OrbitCamera();
  const box: Bounds = [[-3, 1, 0], [5, 2, 0.5]];
  for (const aspect of [0.5, 1, 2.2]) {
    camera.aspect = aspect;
    for (const view of STANDARD_VIEWS) {
      camera.state = camera.framing(box, view);
      let most = 0;
      for (const x of [-3, 5]) for (const y of [1, 2]) for (const z of [0, 0.5]) {
        const seen = camera.project([x, y, z]);
        assert.ok(seen.depth > 0);
        most = Math.max(most, Math.abs(seen.x), Math.abs(seen.y));
      }
      assert.ok(most < 0.81 && most > 0.6, `${view.name} ${most}`);
    }
  }
  const point: Bounds = [[1, 1, 1], [1, 1, 1]];
  assert.ok(camera.framing(point).distance > 0);
});

test("a link restores the camera", () => {
  const state = { target: [0.123456, -2, 1e-5] as Vec3, distance: 3.5, azimuth: 0.5, elevation: -0.25 };
  const back = fromHash(toHash(state));
  assert.ok(back);
  near([...back.target, back.distance, back.azimuth, back.elevation], [...state.target, 3.5, 0.5, -0.25], 1e-6);
  assert.ok(fromHash(`#other=1&${toHash(state).slice(1)}`));
});

test("a link without a usable camera is passed by", () => {
  for (const hash of ["", "#", "#camera=", "#camera=1,2,3", "#camera=1,2,3,0,5,6", "#camera=1,2,x,4,5,6", "#camera=1,2,3,-1,5,6"]) {
    assert.equal(fromHash(hash), null, hash);
  }
});

test("the camera flies the shorter way around", () => {
  const at = (azimuth: number) => ({ target: [0, 0, 0] as Vec3, distance: 1, azimuth, elevation: 0 });
  const middle = between(at(3), at(-3), 0.5);
  assert.ok(Math.abs(Math.abs(middle.azimuth) - Math.PI) < 1e-9);
  assert.ok(Math.abs(between(at(1), at(2), 1).azimuth - 2) < 1e-12);
});
