// The page against the real server: what is done in the page reaches the simulation, and what it does is seen.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Bench, LONG, playOut, restart, SCENE, TIP } from "./beam.mjs";
import { LARGE, moreFrames, openPage, programPath, screenOf, shot, SMALL, startProgram, stateOf, until } from "./harness.mjs";

/** The point of the body nearest to a place, with its value. */
function pointNear(page, place) {
  return page.evaluate((wanted) => {
    const { frame, positionOf, valueOf } = window.__pliant;
    const off = (k) => Math.hypot(...positionOf("beam", k).map((v, i) => v - wanted[i]));
    let best = 0;
    for (let k = 0; k < frame.parts[0].count; k += 1) if (off(k) < off(best)) best = k;
    return { index: best, position: positionOf("beam", best), value: valueOf("beam", best) };
  }, place);
}

const pointOf = (page, index) =>
  page.evaluate((k) => ({ position: window.__pliant.positionOf("beam", k), value: window.__pliant.valueOf("beam", k) }), index);

/** What the server answers to a plain request. */
function answer(url, path, headers = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on("upgrade", (response, socket) => { socket.destroy(); resolve(response.statusCode); });
    call.on("error", reject);
    call.end();
  });
}

/** Runs the scene without a viewer; the folder, and the hash of the final state. */
function runOf(bench, name) {
  const folder = join(bench.folder, name);
  execFileSync(programPath(), ["run", bench.scene, "--output", folder], { stdio: "pipe" });
  return { folder, hash: JSON.parse(readFileSync(join(folder, "summary.json"), "utf8")).state_hash };
}

describe("pliant view", () => {
  const bench = new Bench();
  before(() => bench.begin());
  after(() => bench.end());
  const opened = (...args) => bench.opened(...args);

  test("a scene loads, frames advance, and the same run ends in the same state", async (context) => {
    const { page } = await opened(context);
    const first = await stateOf(page);
    assert.equal(first.hello.title, "A short beam");
    assert.equal(first.time, 0);
    const end = await playOut(page);
    // Looking on changes nothing: the bits are those of a run without a viewer.
    assert.equal(end.state.hash, runOf(bench, "alone").hash);
    await restart(page);
    const again = await playOut(page);
    assert.equal(again.state.hash, end.state.hash);
    await page.setViewportSize(LARGE);
    // The beam has left the view that showed it at rest.
    await page.keyboard.press("f");
    assert.deepEqual(page.complaints, []);
    await shot(page, "server-large");
  });

  test("a grab moves the body where the mouse went, and changes the final state", async (context) => {
    const { page } = await opened(context);
    const untouched = (await playOut(page)).state.hash;
    await restart(page);
    const grip = [0.36, 0, 0.05];
    const [x, y] = await screenOf(page, grip);
    const { index, position } = await pointNear(page, [0.4, 0, 0.1]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 80, { steps: 5 });
    const { held } = await until(page, "a grip", (state) => state.held !== null);
    await page.keyboard.press("Space");
    const pulled = await until(page, "a spring", (state) => state.frame.grab !== null && state.frame.time > 0.15, LONG);
    assert.ok(pulled.frame.grab.force > 0);
    assert.ok(Math.hypot(...pulled.frame.grab.to.map((v, k) => v - held.target[k])) < 1e-3);
    const moved = (await pointOf(page, index)).position;
    // The target is above the grip; without the mouse the beam would sag.
    assert.ok(moved[2] - position[2] > 0.2 * (held.target[2] - grip[2]), `${position} went to ${moved}, the mouse to ${held.target}`);
    await shot(page, "server-grab");
    const end = await until(page, "the end", (state) => state.state.finished, LONG);
    await page.mouse.up();
    assert.notEqual(end.state.hash, untouched);
  });

  test("a slider changes the result", async (context) => {
    const { page } = await opened(context);
    const before = (await playOut(page)).samples.latest[4];
    await restart(page);
    await page.click("#tab-adjust");
    await page.fill('[data-path="material.soft.young"]', "1000000");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
    const stiff = (await playOut(page)).samples.latest[4];
    assert.ok(Math.abs(stiff) < 0.5 * Math.abs(before), `${before} and ${stiff}`);
    await shot(page, "server-adjust");
  });

  test("colour, legend and reading agree with a probe", async (context) => {
    const { page } = await opened(context);
    const { index, position } = await pointNear(page, TIP);
    const inner = await pointNear(page, [0.3, 0, 0]);
    await page.selectOption("#field", "displacement");
    await page.keyboard.press("Escape");
    const end = await playOut(page);
    await until(page, "values at the end", (state) => state.legend !== null && Math.abs(state.time - 0.4) < 1e-9, LONG);
    const { position: now, value } = await pointOf(page, index);
    const moved = now.map((v, k) => v - position[k]);
    assert.ok(Math.abs(moved[2] - end.samples.latest[4]) < 1e-5, `${moved[2]} but the probe has ${end.samples.latest[4]}`);
    assert.ok(Math.abs(Math.hypot(...moved) - value) < 1e-5, `${Math.hypot(...moved)} but the colour has ${value}`);
    const { range, legend } = await stateOf(page);
    assert.ok(value <= range[1] * (1 + 1e-6) && value > 0.9 * range[1]);
    assert.match(legend.unit, /m$/);
    // The beam has left the view that showed it at rest. Then a little inside it, where the ray hits for sure.
    await page.keyboard.press("f");
    const [x, y] = await screenOf(page, now);
    const [u, v] = await screenOf(page, (await pointOf(page, inner.index)).position);
    const share = 8 / Math.hypot(u - x, v - y);
    await page.mouse.move(x + share * (u - x), y + share * (v - y));
    const { reading } = await until(page, "a reading", (state) => state.reading !== null);
    const [, number, unit] = /displacement ([\d.]+) (mm|cm|m)/.exec(reading);
    const told = Number(number) * { mm: 1e-3, cm: 1e-2, m: 1 }[unit];
    assert.ok(Math.abs(told - value) < 0.1 * value, `${reading} beside a point with ${value} m`);
    await shot(page, "server-colour");
  });

  test("a wrong token, no token and a foreign origin are refused", async (context) => {
    const { pliant } = await opened(context);
    const { host, search, origin } = new URL(pliant.url);
    assert.equal(await answer(pliant.url, "/?token=wrong"), 403);
    assert.equal(await answer(pliant.url, "/"), 403);
    const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", Host: host };
    assert.equal(await answer(pliant.url, `/live${search}`, { ...upgrade, Origin: origin }), 101);
    assert.equal(await answer(pliant.url, `/live${search}`, { ...upgrade, Origin: "http://elsewhere.example" }), 403);
    assert.equal(await answer(pliant.url, "/live?token=wrong", { ...upgrade, Origin: origin }), 403);
    assert.equal(await answer(pliant.url, `/live${search}`, { ...upgrade, Host: "elsewhere.example", Origin: origin }), 403);
  });

  test("another page in the same browser cannot drive it, even if it knows the token", async (context) => {
    const { page, pliant } = await opened(context);
    const elsewhere = createServer((_, response) => response.end("<!doctype html><title>Elsewhere</title>"));
    await new Promise((ready) => elsewhere.listen(0, "127.0.0.1", ready));
    const foreign = await bench.browser.context.newPage();
    context.after(async () => { await foreign.close(); elsewhere.closeAllConnections(); elsewhere.close(); });
    await foreign.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
    const attempt = (address) => foreign.evaluate((url) => new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("refused");
    }), address);
    const { host, search } = new URL(pliant.url);
    assert.equal(await attempt(`ws://${host}/live${search}`), "refused");
    // Nor can it be shown inside another page.
    assert.match((await page.request.get(pliant.url)).headers()["content-security-policy"], /frame-ancestors 'none'/);
  });

  test("a broken scene shows its error at the line, a mended one runs", async (context) => {
    const { page } = await opened(context);
    await page.click("#tab-text");
    const text = await page.inputValue("#scene-text");
    assert.equal(text, SCENE);
    await page.fill("#scene-text", text.replace('young = "100 kPa"', 'young = "100 apples"'));
    await page.focus("#scene-text");
    await page.keyboard.press("Control+Enter");
    const { problems } = await until(page, "problems", (state) => state.problems.length > 0);
    const line = SCENE.split("\n").findIndex((each) => each.startsWith("young")) + 1;
    assert.equal(problems[0].line, line);
    assert.equal(await page.locator(`.strip.error[data-line="${line}"]`).count(), 1);
    await shot(page, "server-problem");
    await page.fill("#scene-text", text.replace("A short beam", "A mended beam"));
    await page.focus("#scene-text");
    await page.keyboard.press("Control+Enter");
    await until(page, "the mended scene", (state) => state.hello.title === "A mended beam" && state.problems.length === 0, LONG);
  });

  test("a page that is closed and opened again sees the run go on", async (context) => {
    const { page, pliant } = await opened(context);
    await page.keyboard.press("ArrowRight");
    const { time } = await until(page, "a step", (state) => state.time > 0, LONG);
    await page.reload();
    const again = await until(page, "a picture", (state) => state.frames > 0, LONG);
    assert.ok(again.time >= time);
    const small = await openPage(bench.browser, pliant.url, SMALL);
    context.after(() => small.close());
    await until(small, "a picture in a second page", (state) => state.frames > 0, LONG);
    await shot(small, "server-small");
  });

  test("the gallery is a list, and every layer of a scene is drawn", async (context) => {
    const pliant = await startProgram(["gallery", "view", "hanging-cube", "--no-open", "--paused"]);
    const page = await openPage(bench.browser, pliant.url);
    context.after(async () => { await page.close(); await pliant.stop(); });
    await until(page, "a picture", (state) => state.frames > 0, LONG);
    await page.click("#tab-show");
    const wanted = { surface: "triangles", samples: "points", elastons: "frames", points: "points", pins: "points" };
    for (const layer of Object.keys(wanted)) await page.check(`input[value="${layer}"]`);
    const drawn = (state) => Object.fromEntries(state.frame.parts.map((part) => [part.layer, part.shape]));
    const state = await until(page, "all layers", (now) => Object.keys(drawn(now)).length === 5, LONG);
    assert.deepEqual(drawn(state), wanted);
    await page.click("#tab-scene");
    await page.click('.gallery [data-name="swinging-beam"]');
    await until(page, "the beam", (now) => now.hello.name === "swinging-beam" && now.frames > 0, LONG);
    assert.deepEqual(page.complaints, []);
  });

  test("replay scrubs, steps back and colours", async (context) => {
    const { folder, hash } = runOf(bench, "run");
    const { page } = await opened(context, [folder, "--paused"]);
    const { hello, state } = await stateOf(page);
    assert.equal(state.hash, hash);
    assert.equal(hello.mode, "replay");
    assert.ok(hello.frames >= 20);
    await page.locator("#time-slider").fill("12");
    const there = await until(page, "frame 12", (state) => state.frame.index === 12, LONG);
    assert.ok(Math.abs(there.time - hello.times[12]) < 1e-9);
    await page.focus("#canvas");
    await page.keyboard.press("ArrowLeft");
    await until(page, "frame 11", (state) => state.frame.index === 11, LONG);
    await page.keyboard.press("Space");
    await moreFrames(page, 2);
    await shot(page, "server-replay");
    await page.locator("#time-slider").fill("20");
    await until(page, "frame 20", (state) => state.frame.index === 20, LONG);
    await page.reload();
    const { hello: later } = await until(page, "a picture", (state) => state.frames > 0, LONG);
    // A page that is opened late looks at where the beam is, not at where it was at first.
    assert.ok(later.bounds[0][2] < hello.bounds[0][2] - 0.01, `${later.bounds[0]} and ${hello.bounds[0]}`);
    assert.deepEqual(page.complaints, []);
  });
});
