// Everything by keyboard alone, against the real server: no pointer is used in this file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Bench, finish, LONG, restart } from "./beam.mjs";
import { moreFrames, shot, stateOf, until } from "./harness.mjs";

/** Presses Tab until this has the focus, as somebody without a pointer would. */
async function tabTo(page, selector) {
  for (let k = 0; k < 120; k += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} is not reached by Tab.`);
}

/** Chooses a tab of the side panel with the arrow keys. */
async function openTab(page, name) {
  await tabTo(page, '[role="tab"][aria-selected="true"]');
  for (let k = 0; k < 6 && (await stateOf(page)).tab !== name; k += 1) await page.keyboard.press("ArrowRight");
  assert.equal((await stateOf(page)).tab, name);
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

describe("the keyboard alone", () => {
  const bench = new Bench();
  before(() => bench.begin());
  after(() => bench.end());

  test("plays, pauses, steps, goes back and looks around", async (context) => {
    const { page } = await bench.opened(context);
    await press(page, "Space");
    await until(page, "time goes on", (state) => state.time > 0, LONG);
    if ((await stateOf(page)).state.playing) await press(page, "Space");
    await until(page, "a pause", (state) => !state.state.playing, LONG);
    await restart(page);
    await press(page, "ArrowRight", "ArrowRight");
    await until(page, "two steps", (state) => state.state.step === 2, LONG);
    const { camera } = await stateOf(page);
    await press(page, "Shift+ArrowLeft", "Shift+ArrowUp", "Control+ArrowRight", "+");
    const { camera: moved } = await stateOf(page);
    assert.ok(moved.azimuth < camera.azimuth && moved.elevation > camera.elevation && moved.distance < camera.distance);
    assert.notDeepEqual(moved.target, camera.target);
    await press(page, "5");
    await until(page, "the view from above", (state) => Math.abs(state.camera.elevation - Math.PI / 2) < 1e-6);
  });

  test("takes hold, pulls, pins, colours and reads", async (context) => {
    const { page } = await bench.opened(context);
    await press(page, "1", "h");
    const { held } = await until(page, "a grip", (state) => state.held?.by === "keyboard");
    await press(page, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
    const { held: pulled } = await stateOf(page);
    assert.ok(pulled.target[2] > held.target[2]);
    await press(page, "c", "w", "g", "Space");
    const { frame } = await until(page, "a spring", (state) => state.frame.grab !== null && state.time > 0.1, LONG);
    assert.ok(frame.grab.force > 0 && frame.grab.from[2] > held.target[2], "the beam is pulled up, against its weight");
    await press(page, "Shift+Enter");
    await until(page, "letting go", (state) => state.held === null && state.frame.grab === null, LONG);
    await press(page, "v", "l");
    const { options, field, legend } = await until(page, "the lock", (state) => state.legend?.locked);
    assert.deepEqual([options.wireframe, options.ghost, field, legend.unit], [true, true, "displacement", "mm"]);
    assert.match(await page.textContent("#toasts"), /displacement [\d.]+ (mm|cm)/);
    await shot(page, "server-keyboard");
    await press(page, "u", "x");
    assert.ok((await stateOf(page)).options.slice);
  });

  test("moves a slider, which changes the result", async (context) => {
    const { page } = await bench.opened(context);
    await tabTo(page, "#speed");
    await press(page, "End");
    await tabTo(page, "#canvas");
    const before = (await finish(page)).samples.latest[4];
    await restart(page);
    await openTab(page, "adjust");
    await tabTo(page, 'input[type="range"][aria-label^="young"]');
    for (let k = 0; k < 5; k += 1) await press(page, "PageUp");
    await page.waitForTimeout(300);
    const value = Number(await page.inputValue('[data-path="material.soft.young"]'));
    assert.ok(value > 150e3, `${value} Pa`);
    // A slider wants the arrows, the rest of the keys are the page's.
    await tabTo(page, "#canvas");
    const stiff = (await finish(page)).samples.latest[4];
    assert.ok(Math.abs(stiff) < 0.9 * Math.abs(before), `${before} and ${stiff}`);
  });

  test("edits the scene's text and applies it", async (context) => {
    const { page } = await bench.opened(context);
    await openTab(page, "text");
    await tabTo(page, "#scene-text");
    await press(page, "Control+Home", "End", "Shift+Home");
    await page.keyboard.type('title = "Typed by hand"');
    await press(page, "Control+Enter");
    await until(page, "the new scene", (state) => state.hello.title === "Typed by hand", LONG);
    // The field is no trap.
    await tabTo(page, "#canvas");
  });

  test("records a picture, a film and a link", async (context) => {
    const { page } = await bench.opened(context);
    const [picture] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("p")]);
    assert.equal(readFileSync(await picture.path()).subarray(1, 4).toString(), "PNG");
    await press(page, "Shift+P", "Space");
    await moreFrames(page, 4);
    const [film] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Shift+P")]);
    assert.equal(readFileSync(await film.path()).subarray(0, 6).toString(), "GIF89a");
    await press(page, "k");
    await page.waitForFunction(() => location.hash.startsWith("#camera="));
    assert.deepEqual(page.complaints, []);
  });
});
