// A short beam that sags, served by the real program: what the tests against the server share.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LARGE, openPage, startBrowser, startPliant, stateOf, until } from "./harness.mjs";

export const SCENE = `title = "A short beam"
about = "It sags."

[time]
duration = "0.4 s"
step = "10 ms"
frames_per_second = 50

[material.soft]
young = "100 kPa"
poisson = 0.3

[body.beam]
shape = { box = ["40 cm", "10 cm", "10 cm"] }
cells = [4, 1, 1]
material = "soft"

[pin.wall]
body = "beam"
where = { face = "x-" }

[probe.tip]
body = "beam"
at = ["40 cm", "0 cm", "10 cm"]
read = "displacement.z"
`;
/** The corner that is nearest to the camera. */
export const TIP = [0.4, 0, 0.1];
/** Under load a step takes its time. */
export const LONG = 60_000;

/** Plays to the end as fast as it goes; gives the state there. */
export async function playOut(page) {
  await page.selectOption("#speed", "0");
  await page.focus("#canvas");
  return finish(page);
}

/** Goes on to the end at the speed that is set, by keyboard; gives the state there. */
export async function finish(page) {
  const { state } = await stateOf(page);
  if (!state.playing) await page.keyboard.press("Space");
  const isEnd = (time) => Math.abs(time - 0.4) < 1e-9;
  return until(page, "the end of the run", (s) => s.state.finished && isEnd(s.time) && isEnd(s.samples.latest[0]), LONG);
}

/** Back to the beginning. */
export async function restart(page) {
  await page.keyboard.press("r");
  await until(page, "the beginning", (state) => state.state.time === 0 && !state.state.finished, LONG);
}

/** A browser, and a folder with the scene in it; both go with the tests. */
export class Bench {
  folder = mkdtempSync(join(tmpdir(), "pliant-view-"));
  scene = join(this.folder, "beam.toml");

  async begin() {
    writeFileSync(this.scene, SCENE);
    this.browser = await startBrowser();
  }

  async end() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A page of `pliant view` with these arguments; both end with the test. */
  async opened(context, args = [this.scene, "--paused"], size = LARGE) {
    const pliant = await startPliant(...args);
    const page = await openPage(this.browser, pliant.url, size);
    context.after(async () => {
      await page.close();
      await pliant.stop();
    });
    await until(page, "a first picture", (state) => state.frames > 0, LONG);
    return { page, pliant };
  }
}
