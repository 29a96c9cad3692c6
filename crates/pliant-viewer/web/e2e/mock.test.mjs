// The page against the mock server: everything that is the page's own job, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startMock } from "../dev/mock.mjs";
import { LARGE, MEDIUM, moreFrames, openPage, screenOf, shot, SMALL, startBrowser, stateOf, until } from "./harness.mjs";

const TRIANGLES = 2000;

/** Opens a page of a mock server with these options; ends both when the test ends. */
async function opened(context, browser, options = {}, size = MEDIUM, look = {}) {
  const mock = await startMock({ triangles: TRIANGLES, ...options });
  const page = await openPage(browser, mock.url, size, look);
  context.after(async () => {
    await page.close();
    await mock.close();
  });
  await until(page, "a first frame", (state) => state.frames > 1);
  return { mock, page };
}

const said = (mock, kind) => mock.log.filter((message) => message.kind === kind);

describe("the page", () => {
  let browser;
  before(async () => { browser = await startBrowser(); });
  after(() => browser.close());

  test("shows the scene, and frames advance", async (context) => {
    const { page, mock } = await opened(context, browser, {}, LARGE);
    const first = await stateOf(page);
    const later = await moreFrames(page, 3);
    assert.ok(later.time > first.time);
    assert.equal(later.webgl, true);
    assert.deepEqual(later.frame.complaints, []);
    assert.equal(await page.textContent("#title"), "A jelly that wobbles");
    assert.ok(said(mock, "ack").length >= later.frames);
    assert.deepEqual(page.complaints, []);
    await shot(page, "large");
  });

  test("draws nothing while nothing changes", async (context) => {
    const { page } = await opened(context, browser);
    await page.keyboard.press("Space");
    await until(page, "pause", (state) => !state.state.playing);
    await page.waitForTimeout(300);
    const draws = await page.evaluate(async () => {
      let count = 0;
      const real = window.requestAnimationFrame;
      window.requestAnimationFrame = (callback) => { count += 1; return real.call(window, callback); };
      await new Promise((resolve) => setTimeout(resolve, 800));
      window.requestAnimationFrame = real;
      return count;
    });
    assert.equal(draws, 0);
  });

  test("dragging a body grabs it and moves it to the pointer, dragging the background turns the view", async (context) => {
    const { page, mock } = await opened(context, browser);
    const [x, y] = await screenOf(page, [0, -0.5, 0.6]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y - 60, { steps: 8 });
    const held = await until(page, "a spring", (state) => state.frame.grab !== null);
    assert.equal(held.held.by, "pointer");
    await moreFrames(page, 3);
    assert.match(await page.textContent("#force"), /N$/);
    const aim = await screenOf(page, (await stateOf(page)).held.target);
    assert.ok(Math.hypot(aim[0] - x - 90, aim[1] - y + 60) < 2, `${aim} is not at the pointer`);
    await shot(page, "grab");
    await page.keyboard.down("Shift");
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await until(page, "letting go", (state) => state.frame.grab === null);
    assert.deepEqual(said(mock, "release").at(-1), { kind: "release", pin: true });
    const [grab] = said(mock, "grab");
    assert.equal(grab.part, "jelly");
    assert.ok(Math.abs(grab.weights.reduce((a, b) => a + b) - 1) < 1e-9);
    assert.ok(said(mock, "drag").length > 0);

    const turned = (await stateOf(page)).camera;
    await page.mouse.move(120, 540);
    await page.mouse.down();
    await page.mouse.move(220, 540, { steps: 4 });
    await page.mouse.up();
    const now = (await stateOf(page)).camera;
    assert.ok(Math.abs(now.azimuth - turned.azimuth) > 0.1);
    assert.equal(said(mock, "grab").length, 1);
  });

  test("the wheel zooms to the pointer, the right button moves", async (context) => {
    const { page } = await opened(context, browser);
    const { camera } = await stateOf(page);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -300);
    await until(page, "zoom", (state) => state.camera.distance < 0.8 * camera.distance);
    const target = (await stateOf(page)).camera.target;
    await page.mouse.down({ button: "right" });
    await page.mouse.move(560, 430, { steps: 3 });
    await page.mouse.up({ button: "right" });
    await until(page, "move", (state) => Math.hypot(...state.camera.target.map((v, k) => v - target[k])) > 0.01);
  });

  test("colour, legend and reading agree with the value of the point", async (context) => {
    const { page } = await opened(context, browser);
    await page.keyboard.press("Space");
    await page.keyboard.press("c");
    await page.keyboard.press("c");
    const state = await until(page, "stress", (s) => s.field === "stress" && s.legend !== null && s.range[1] > 100);
    assert.equal(state.legend.unit, "kPa");
    const [value, place] = await page.evaluate(() => {
      const { positionOf, valueOf, frame } = window.__pliant;
      // The point that looks most towards the camera (30 degrees to the right of the front, a little above).
      const towards = (k) => { const [x, y, z] = positionOf("jelly", k); return 0.5 * x - 0.87 * y + 0.36 * z; };
      let best = 0;
      for (let k = 0; k < frame.parts[0].count; k += 1) if (towards(k) > towards(best)) best = k;
      return [valueOf("jelly", best), positionOf("jelly", best)];
    });
    const [x, y] = await screenOf(page, place);
    await page.mouse.move(x + 0.3, y + 0.3);
    const { reading } = await until(page, "a reading", (s) => s.reading !== null);
    assert.deepEqual(page.complaints, []);
    const told = Number(/stress ([\d.]+)/.exec(reading)[1]) * (reading.includes("kPa") ? 1000 : 1);
    assert.ok(Math.abs(told - value) < 0.1 * state.range[1], `${reading} but the point has ${value}`);
    await page.keyboard.press("l");
    const locked = await until(page, "the lock", (s) => s.legend.locked);
    await page.keyboard.press("Space");
    await moreFrames(page, 6);
    assert.deepEqual((await stateOf(page)).range, locked.range);
    await shot(page, "stress");
  });

  test("a slider acts at once, at most ten times a second", async (context) => {
    const { page, mock } = await opened(context, browser);
    await page.click("#tab-adjust");
    const slider = page.locator('.parameter input[type="range"]').first();
    await slider.focus();
    const begun = performance.now();
    for (let k = 0; k < 40; k += 1) await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(250);
    const seconds = (performance.now() - begun) / 1000;
    const sets = said(mock, "set");
    assert.ok(sets.length >= 2 && sets.length <= 10 * seconds + 2, `${sets.length} in ${seconds} s`);
    assert.equal(sets.at(-1).path, "material.jelly.young");
    assert.equal(String(sets.at(-1).value), await page.inputValue('[data-path="material.jelly.young"]'));
    await page.fill('[data-path="stepper.iterations"]', "12.4");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
    assert.deepEqual(said(mock, "set").at(-1), { kind: "set", path: "stepper.iterations", value: 12 });
    await shot(page, "adjust");
  });

  test("a broken scene shows its error at the line, a mended one runs", async (context) => {
    const { page, mock } = await opened(context, browser);
    await page.click("#tab-text");
    const text = await page.inputValue("#scene-text");
    await page.fill("#scene-text", text.replace('law = "neo-hookean"', 'law = "wrong"'));
    await page.focus("#scene-text");
    await page.keyboard.press("Control+Enter");
    const { problems } = await until(page, "problems", (state) => state.problems.length === 2);
    assert.equal(problems[0].line, 8);
    assert.equal(await page.locator('.strip.error[data-line="8"]').count(), 1);
    const selected = await page.evaluate(() => {
      const area = document.getElementById("scene-text");
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.equal(selected, 'law = "wrong"');
    assert.match(await page.textContent(".problem.error"), /Line 8.*Remove it/s);
    await shot(page, "text-problem");
    await page.fill("#scene-text", text.replace("wobbles", "shakes"));
    await page.click("text=Apply and restart");
    await until(page, "no problems", (state) => state.problems.length === 0);
    assert.equal(said(mock, "scene").length, 2);
  });

  test("the keyboard alone can do all of it", async (context) => {
    const { page, mock } = await opened(context, browser);
    await page.focus("#canvas");
    await page.keyboard.press("Space");
    await until(page, "pause", (state) => !state.state.playing);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("w");
    await page.keyboard.press("g");
    await page.keyboard.press("x");
    await page.keyboard.press("5");
    const { options, camera } = await until(page, "the view from above", (state) => Math.abs(state.camera.elevation - Math.PI / 2) < 1e-6);
    assert.deepEqual([options.wireframe, options.ghost, options.slice], [true, true, true]);
    await shot(page, "slice-wireframe-ghost");
    await page.keyboard.press("x");
    await page.keyboard.press("1");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("+");
    await until(page, "a nearer camera", (state) => state.camera.distance !== camera.distance && state.camera.azimuth < 0);
    await page.keyboard.press("h");
    await until(page, "a grip", (state) => state.held?.by === "keyboard");
    const from = (await stateOf(page)).held.target;
    for (let k = 0; k < 5; k += 1) await page.keyboard.press("ArrowUp");
    const moved = (await stateOf(page)).held.target;
    assert.ok(moved[2] > from[2] + 0.05);
    await page.keyboard.press("Shift+Enter");
    await until(page, "letting go", (state) => state.held === null);
    await page.keyboard.press("r");
    const kinds = new Set(mock.log.map((message) => message.kind));
    for (const kind of ["pause", "step", "grab", "drag", "release"]) assert.ok(kinds.has(kind), kind);
    await page.keyboard.press("?");
    assert.equal(await page.locator("#help[open]").count(), 1);
    await shot(page, "help");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#help[open]").count(), 0);
    await until(page, "reset", () => said(mock, "reset").length === 1);
  });

  test("every action of the table has a button with a name", async (context) => {
    const { page } = await opened(context, browser);
    const keys = readFileSync(new URL("../src/ui/keys.ts", import.meta.url), "utf8");
    const ids = [...keys.matchAll(/\{ id: "(\w+)"/g)].map((found) => found[1]);
    assert.ok(ids.length > 40);
    for (const id of ids) assert.ok(await page.locator(`button[data-action="${id}"][aria-label]`).count() >= 1, id);
  });

  test("pictures, films and links are made", async (context) => {
    const { page } = await opened(context, browser);
    const [picture] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("p")]);
    assert.match(picture.suggestedFilename(), /^jelly-.*\.png$/);
    assert.equal(readFileSync(await picture.path()).subarray(1, 4).toString(), "PNG");
    await page.keyboard.press("Shift+P");
    await moreFrames(page, 6);
    const [film] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Shift+P")]);
    const gif = readFileSync(await film.path());
    assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
    assert.equal(gif.at(-1), 0x3b);
    await page.keyboard.press("3");
    await page.keyboard.press("k");
    const { camera } = await stateOf(page);
    const link = await page.evaluate(() => location.href);
    assert.match(link, /#camera=/);
    const again = await openPage(browser, link);
    context.after(() => again.close());
    const restored = (await until(again, "frames", (state) => state.frames > 0)).camera;
    assert.ok(Math.abs(restored.azimuth - camera.azimuth) < 1e-5 && Math.abs(restored.distance - camera.distance) < 1e-5);
  });

  test("one finger turns or grabs, two fingers zoom, a tap reads the value", async (context) => {
    const { page, mock } = await opened(context, browser, {}, SMALL);
    const touch = await page.context().newCDPSession(page);
    const fingers = (type, ...points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const { camera } = await stateOf(page);
    await fingers("touchStart", [180, 540]);
    await fingers("touchMove", [240, 540]);
    await fingers("touchEnd");
    const turned = await until(page, "a turn", (state) => Math.abs(state.camera.azimuth - camera.azimuth) > 0.1);
    await fingers("touchStart", [130, 540], [230, 540]);
    await fingers("touchMove", [80, 540], [280, 540]);
    await fingers("touchEnd");
    await until(page, "a zoom", (state) => state.camera.distance < 0.7 * turned.camera.distance);
    assert.equal(said(mock, "grab").length, 0);
    await page.keyboard.press("f");
    const [x, y] = await screenOf(page, [0, -0.4, 0.6]);
    await fingers("touchStart", [x, y]);
    await fingers("touchMove", [x + 30, y - 30]);
    await until(page, "a grip", (state) => state.held?.by === "pointer");
    await fingers("touchEnd");
    await until(page, "letting go", (state) => state.held === null && state.reading !== null);
    assert.equal(said(mock, "release").length, 1);
  });

  test("the camera flies where motion is wanted, and arrives", async (context) => {
    const { page } = await opened(context, browser, {}, MEDIUM, { reducedMotion: false });
    await page.keyboard.press("5");
    await until(page, "the view from above", (state) => Math.abs(state.camera.elevation - Math.PI / 2) < 1e-9 && Math.abs(state.camera.azimuth) < 1e-9);
  });

  test("replay scrubs, steps back and loops", async (context) => {
    const { page, mock } = await opened(context, browser, { replay: true });
    await page.keyboard.press("Space");
    await until(page, "pause", (state) => !state.state.playing);
    await page.locator("#time-slider").fill("40");
    await until(page, "frame 40", (state) => state.frame.index === 40);
    await page.focus("#canvas");
    await page.keyboard.press("ArrowLeft");
    await until(page, "frame 39", (state) => state.frame.index === 39);
    await page.keyboard.press("b");
    await page.locator("#time-slider").fill("110");
    await until(page, "frame 110", (state) => state.frame.index === 110);
    await page.focus("#canvas");
    await page.keyboard.press("Space");
    await until(page, "the beginning again", (state) => state.frame.index < 100 && state.state.playing);
    assert.ok(said(mock, "seek").some((message) => message.frame === 0));
    assert.equal(await page.locator('#toolbar [data-action="hold"]:visible').count(), 0);
    await shot(page, "replay");
  });

  test("every layer is drawn by its shape, and can be seen through the surface", async (context) => {
    const { page, mock } = await opened(context, browser);
    await page.click("#tab-show");
    for (const layer of ["points", "cells", "elastons"]) await page.check(`input[value="${layer}"]`);
    const { frame } = await until(page, "all layers", (state) => state.frame.parts.length === 9);
    assert.deepEqual(new Set(frame.parts.map((part) => part.shape)), new Set(["triangles", "points", "lines", "frames"]));
    await page.keyboard.press("t");
    await moreFrames(page, 2);
    await shot(page, "layers");
    await page.uncheck('input[value="surface"]');
    await until(page, "no surface", (state) => state.options.hidden.includes("surface") && state.frame.parts.every((part) => part.layer !== "surface"));
    assert.deepEqual(said(mock, "layers").at(-1).shown, ["colliders", "contacts", "pins", "points", "cells", "elastons"]);
    await page.check('input[value="surface"]');
    await page.keyboard.press("t");
    await page.keyboard.press("x");
    await page.selectOption('[aria-label="Axis of the slice plane"]', "y");
    await page.check("text=other side");
    await moreFrames(page, 2);
    await shot(page, "slice");
    assert.deepEqual(page.complaints, []);
  });

  test("a run that has failed says why, in place", async (context) => {
    const { page } = await opened(context, browser, { fail: true });
    await until(page, "failure", (state) => state.state.failed !== "");
    assert.match(await page.textContent("#failed"), /energy grew.*smaller step/s);
    await shot(page, "failed");
    await page.click("#failed button");
    await until(page, "a new run", (state) => state.state.failed === "");
    assert.equal(await page.locator("#failed:visible").count(), 0);
  });

  test("a step that takes long is told, and what is pressed meanwhile is marked and done after it", async (context) => {
    const { page, mock } = await opened(context, browser);
    mock.setBusy("step", 3);
    await until(page, "the mark", (state) => state.busy === "Computing a step for 3 s");
    assert.match(await page.textContent("#status"), /^Computing a step for 3 s/);
    await page.waitForFunction(() => /^Computing a step,/.test(document.getElementById("summary").textContent));
    await page.keyboard.press("Space");
    assert.match(await page.textContent("#toasts"), /happens when this step is done/);
    assert.equal(await page.getAttribute('#run-buttons [data-action="play"]', "aria-label"), "Play");
    await shot(page, "busy");
    // Pressed once more: it is not forgotten which way it goes.
    await page.keyboard.press("Space");
    assert.equal(await page.getAttribute('#run-buttons [data-action="play"]', "aria-label"), "Pause");
    await page.keyboard.press("Space");
    mock.setBusy("", 0);
    await until(page, "a pause", (state) => state.busy === "" && !state.state.playing);
    assert.deepEqual(said(mock, "pause").concat(said(mock, "play")).map(({ kind }) => kind), ["pause", "pause", "play"]);
    assert.match(await page.textContent("#status"), /^Paused/);
  });

  test("a lost connection is told and mended", async (context) => {
    const { page, mock } = await opened(context, browser);
    await page.evaluate(() => {
      const box = document.getElementById("lost");
      new MutationObserver(() => { if (!box.hidden) window.sawLoss = box.textContent; }).observe(box, { attributes: true });
    });
    await page.click("#tab-show");
    await page.check('input[value="cells"]');
    mock.drop();
    await until(page, "a new connection", (state) => state.connection.state === "open" && state.connection.reason === "");
    await moreFrames(page, 2);
    await until(page, "the layers chosen before", (state) => state.frame.parts.some((part) => part.layer === "cells"));
    assert.match(await page.evaluate(() => window.sawLoss ?? ""), /connection is lost.*Trying again/s);
  });

  test("a wrong token is refused, and the page says what may be wrong", async (context) => {
    const { page, mock } = await opened(context, browser);
    const wrong = await browser.context.newPage();
    context.after(() => wrong.close());
    const answer = await wrong.request.get(`${mock.base}/?token=wrong`);
    assert.equal(answer.status(), 403);
    // A page whose server has been started again meanwhile: its own token is the wrong one now.
    mock.setToken("another");
    mock.drop();
    await until(page, "refusal", (state) => state.connection.state === "lost");
    await page.waitForSelector("#lost:visible");
    // After a few attempts the pause is long enough to press the button in it.
    await page.waitForFunction(() => /No connection.*Trying again in [2-9] s/s.test(document.getElementById("lost").textContent));
    await shot(page, "lost");
    mock.setToken("mock");
    await page.click("#lost button");
    await until(page, "a connection", (state) => state.connection.state === "open");
  });

  for (const dark of [false, true]) {
    test(`a small window has everything in a drawer (${dark ? "dark" : "light"})`, async (context) => {
      const { page } = await opened(context, browser, {}, SMALL, { dark });
      assert.equal(await page.locator("#side:visible").count(), 0);
      await shot(page, `small-${dark ? "dark" : "light"}`);
      await page.click('#head-buttons [data-action="panels"]');
      for (const tab of dark ? ["plots"] : ["scene", "adjust", "show", "plots", "solver", "text"]) {
        await page.click(`#tab-${tab}`);
        assert.equal(await page.locator(`#panel-${tab}:visible`).count(), 1);
        await page.waitForTimeout(300);
        await shot(page, `small-${dark ? "dark-" : ""}${tab}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= SMALL.width, `${wide} px wide`);
      assert.deepEqual(page.complaints, []);
    });
  }
});

test("without WebGL numbers and plots still work", async (context) => {
  const browser = await startBrowser({ webgl: false });
  context.after(() => browser.close());
  const mock = await startMock({ triangles: TRIANGLES });
  context.after(() => mock.close());
  const page = await openPage(browser, mock.url);
  const state = await until(page, "frames", (s) => s.frames > 3 && s.samples.rows > 3);
  assert.equal(state.webgl, false);
  assert.match(await page.textContent("#no-webgl"), /no WebGL/);
  await page.click("#tab-plots");
  await page.keyboard.press("c");
  await until(page, "a legend", (s) => s.legend !== null);
  assert.ok(await page.locator(".chart canvas").count() >= 3);
  await shot(page, "no-webgl");
});
