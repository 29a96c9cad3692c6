// A short beam that sags, served by the real program: what the tests against the server share.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOf, MEDIUM, openPage, startBrowser, startPliant, stateOf, until } from "./harness.mjs";

/** The tests without a browser have the same one. */
export const SCENE = readFileSync(fileOf("crates", "pliant-viewer", "tests", "beam.toml"), "utf8");
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
  async opened(context, args = [this.scene, "--paused"], size = MEDIUM) {
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
