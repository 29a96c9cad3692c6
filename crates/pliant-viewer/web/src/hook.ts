// What tests may read of the page: `window.__pliant`. Nothing can be changed through it.
import type { App } from "./app.ts";
import type { Vec3 } from "./net/protocol.ts";

/** A part of the newest frame, in numbers. */
interface PartFacts {
  name: string;
  layer: string;
  shape: string;
  count: number;
  triangles: number;
  lines: number;
}

export function testHook(app: App): object {
  const { view } = app;
  const hook = {
    get frames() { return app.frames; },
    get firstFrameMs() { return app.firstFrameMs; },
    get lastScriptMs() { return app.lastScriptMs; },
    get lastDecodeMs() { return app.lastDecodeMs; },
    get fps() { return app.fps; },
    get hello() { return structuredClone(app.hello); },
    get state() { return structuredClone(app.state); },
    get connection() { return { state: app.connection.state, reason: app.lostReason }; },
    get busy() { return app.busy.words; },
    get webgl() { return view.hasPicture; },
    get time() { return view.frame?.time ?? null; },
    get frame() {
      const { frame } = view;
      if (!frame) return null;
      const { id, index, time, step, speedRatio, solver, grab, complaints } = frame;
      const parts = frame.parts.map((part): PartFacts => ({
        name: part.name,
        layer: part.layer,
        shape: part.shape,
        count: part.count,
        triangles: (part.topology.triangles?.length ?? 0) / 3,
        lines: (part.topology.lines?.length ?? 0) / 2,
      }));
      return structuredClone({ id, index, time, step, speedRatio, solver, grab, complaints, parts });
    },
    get field() { return app.field; },
    get range() { return app.range.known ? [app.range.low, app.range.high] : null; },
    get legend() {
      const { axis } = app.legend;
      return axis && { field: app.field, unit: axis.unit, locked: app.range.locked, ticks: structuredClone(axis.ticks) };
    },
    get camera() { return structuredClone(view.camera.state); },
    get options() { return { ...view.options, slice: app.show.sliceOn, hidden: [...view.hidden] }; },
    get reading() { return app.reading; },
    get held() { return app.grab.heldBy && { by: app.grab.heldBy, target: [...app.grab.target] }; },
    get problems() { return structuredClone(app.problems); },
    get samples() { return { rows: app.ring.length, latest: Array.from({ length: app.ring.width }, (_, k) => app.ring.latest(k)) }; },
    get tab() { return app.tab; },
    /** Pixels of the window where a point of the world is seen. */
    screenOf(point: Vec3): [number, number] {
      const box = view.canvas.getBoundingClientRect();
      const [x, y] = view.overlay.pixelOf(view.camera, point);
      return [box.left + x, box.top + y];
    },
    /** A point of a part in the newest frame. */
    positionOf(name: string, index: number): number[] | null {
      const part = view.frame?.parts.find((each) => each.name === name);
      return part && index < part.count ? [...part.positions.subarray(3 * index, 3 * index + 3)] : null;
    },
    /** The value of a point of a part. */
    valueOf(name: string, index: number): number | null {
      return view.frame?.parts.find((each) => each.name === name)?.values?.[index] ?? null;
    },
    /** The box around everything that is shown. */
    bounds(): [Vec3, Vec3] | null {
      return view.bounds();
    },
  };
  return Object.freeze(hook);
}
