// What goes wrong around the viewer: ports, browsers, pages that vanish, runs that fail, meshes that are large.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startMock } from "../dev/mock.mjs";
import { Bench, LONG } from "./beam.mjs";
import { fileOf, moreFrames, openPage, programPath, shot, startPliant, startProgram, stateOf, until } from "./harness.mjs";

describe("trouble", () => {
  const bench = new Bench();
  before(() => bench.begin());
  after(() => bench.end());

  test("a port that is taken is named, with what to do", async (context) => {
    const other = createServer();
    await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
    context.after(() => other.close());
    const { port } = other.address();
    await assert.rejects(startPliant(bench.scene, "--port", String(port)), (error) => {
      assert.match(error.message, new RegExp(`ended with 2: .*127\\.0\\.0\\.1:${port}.*another --port`, "s"));
      return true;
    });
  });

  test("without a browser the address is printed", async (context) => {
    const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
    const pliant = await startProgram(["view", bench.scene, "--paused"], env);
    context.after(() => pliant.stop());
    const page = await openPage(bench.browser, pliant.url);
    context.after(() => page.close());
    await until(page, "a first picture", (state) => state.frames > 0, LONG);
    assert.match(pliant.words(), /No browser could be opened: open the address yourself/);
    assert.doesNotMatch(pliant.words(), /warning/);
  });

  test("an address that others can reach is warned of", async (context) => {
    const pliant = await startPliant(bench.scene, "--bind", "0.0.0.0");
    context.after(() => pliant.stop());
    assert.match(pliant.words(), /warning: listening on 0\.0\.0\.0:\d+/);
  });

  test("a run that the guard stops says why in the page, and can begin again", async (context) => {
    const { page } = await bench.opened(context, [fileOf("scenes", "disasters", "torn-apart.toml")]);
    const { state } = await until(page, "a failure", (now) => now.state.failed !== "", LONG);
    assert.match(state.failed, /body "bar".*Likely cause/s);
    assert.match(await page.textContent("#failed"), /The run has stopped.*would turn inside out.*Likely cause/s);
    await shot(page, "server-failed");
    await page.click("#failed button");
    await until(page, "a new run", (now) => now.state.failed === "" && now.state.time === 0, LONG);
    assert.equal(await page.locator("#failed:visible").count(), 0);
  });

  test("a page that is closed while it holds something lets go", async (context) => {
    const { page, pliant } = await bench.opened(context);
    const holder = await openPage(bench.browser, pliant.url);
    await until(holder, "a picture", (state) => state.frames > 0, LONG);
    await holder.keyboard.press("1");
    await holder.keyboard.press("h");
    await until(page, "the spring of the other page", (state) => state.frame.grab !== null, LONG);
    await holder.close();
    await until(page, "no spring", (state) => state.frame.grab === null, LONG);
  });

  test("a run that was killed half-way is replayed as far as it went; no run, or one without frames, is refused", async (context) => {
    const half = join(bench.folder, "half");
    const running = spawn(programPath(), ["run", bench.scene, "--set", "time.duration=1000s", "--output", half], { stdio: "ignore" });
    const ended = new Promise((done) => running.once("exit", done));
    const frames = join(half, "frames");
    while (!existsSync(frames) || readdirSync(frames).length < 8) await new Promise((later) => setTimeout(later, 50));
    running.kill("SIGKILL");
    await ended;
    const { page } = await bench.opened(context, [half, "--paused"]);
    await page.locator("#time-slider").fill("3");
    await until(page, "frame 3", (state) => state.frame.index === 3, LONG);

    const empty = join(bench.folder, "empty");
    mkdirSync(empty);
    await assert.rejects(startPliant(empty), /ended with 2: error: /);
    await assert.rejects(startPliant(join(bench.folder, "nowhere.toml")), /ended with 2: error: /);
    const bare = join(bench.folder, "bare");
    cpSync(half, bare, { recursive: true });
    rmSync(join(bare, "frames"), { recursive: true });
    await assert.rejects(startPliant(bare), /ended with 2: error: .*bare lists \d+ frames, but the file of the first is gone; run the scene again/);
    rmSync(join(bare, "frames.pvd"));
    await assert.rejects(startPliant(bare), /ended with 2: error: .*bare has no frames to show; run the scene with frames/);
  });

  test("a scene with an error is refused before anything is served", async () => {
    const broken = join(bench.folder, "broken.toml");
    writeFileSync(broken, "[material.soft]\nyoung = 3\n");
    await assert.rejects(startPliant(broken), /ended with 2: .*broken\.toml:\d/s);
  });

  test("a million triangles are shown, and the page stays alive", async (context) => {
    const mock = await startMock({ triangles: 1_020_000 });
    const page = await openPage(bench.browser, mock.url);
    context.after(async () => {
      await page.close();
      await mock.close();
    });
    const { frame } = await until(page, "a first picture", (state) => state.frames > 0, LONG);
    assert.ok(frame.parts.reduce((sum, part) => sum + part.triangles, 0) >= 1_000_000);
    await page.keyboard.press("w");
    await moreFrames(page, 1);
    assert.ok((await stateOf(page)).options.wireframe);
    assert.deepEqual(page.complaints, []);
    await shot(page, "million");
  });
});
