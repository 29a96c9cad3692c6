// Drives the page in a real headless Chromium (the Debian package), with software WebGL2.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const WORKSPACE = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "..");
/** Pictures of the pages, kept to be looked at. */
const SHOTS = process.env.PLIANT_SHOTS ?? join(WORKSPACE, "target", "viewer-shots");
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

/** Large and small windows, in which everything must be usable; and one for most tests, since drawing takes its time without a graphics card. */
export const LARGE = { width: 2560, height: 1440 };
export const MEDIUM = { width: 1000, height: 640 };
export const SMALL = { width: 360, height: 640 };

/** A browser with a profile of its own; `webgl: false` takes the graphics away, `more` are further flags. */
export async function startBrowser({ webgl = true, more = [] } = {}) {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("There is no Chromium here. Install it: apt-get install chromium. Or set CHROMIUM to its path.");
  const profile = mkdtempSync(join(tmpdir(), "pliant-e2e-"));
  const args = [...(webgl ? FLAGS : [...FLAGS.filter((flag) => !/swiftshader/.test(flag)), "--disable-3d-apis"]), ...more];
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args, viewport: MEDIUM, acceptDownloads: true });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/** Smooth edges cost a processor that draws pictures half its time; tests can do without. */
function drawRoughly() {
  const real = globalThis.HTMLCanvasElement.prototype.getContext;
  globalThis.HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return real.call(this, kind, kind === "webgl2" ? { ...options, antialias: false } : options);
  };
}

/** Opens the page in a window of this size; what goes wrong in it is gathered in `page.complaints`. */
export async function openPage(browser, url, size = MEDIUM, { dark = false, reducedMotion = true, smooth = false } = {}) {
  const page = await browser.context.newPage();
  if (!smooth) await page.addInitScript(drawRoughly);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") page.complaints.push(message.text());
  });
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: reducedMotion ? "reduce" : "no-preference" });
  await page.goto(url);
  return page;
}

/** Everything the page says of itself, as plain numbers and words. */
export function stateOf(page) {
  return page.evaluate(() => {
    const { frames, firstFrameMs, lastScriptMs, fps, hello, state, connection, busy, webgl, time, frame, field, range, legend, camera, options, reading, held, problems, samples, tab } = window.__pliant;
    return { frames, firstFrameMs, lastScriptMs, fps, hello, state, connection, busy, webgl, time, frame, field, range, legend, camera, options, reading, held, problems, samples, tab };
  });
}

/** Waits until `test` holds for the page's state; `what` is told when it never does. */
export async function until(page, what, test, timeoutMs = 15_000) {
  const end = performance.now() + timeoutMs;
  let state = await stateOf(page);
  while (!test(state)) {
    if (performance.now() > end) throw new Error(`${what} did not happen in ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    state = await stateOf(page);
  }
  return state;
}

/** Waits for so many frames more than there are now. */
export async function moreFrames(page, count = 2) {
  const { frames } = await stateOf(page);
  return until(page, `${count} more frames`, (state) => state.frames >= frames + count);
}

/** Pixels of the window where a point of the world is seen. */
export function screenOf(page, point) {
  return page.evaluate((place) => window.__pliant.screenOf(place), point);
}

/** Keeps a picture of the page as an artefact of the test. */
export async function shot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  return path;
}

/** The program under test: PLIANT, or what `cargo build --release` makes. */
export function programPath() {
  return process.env.PLIANT ?? join(WORKSPACE, "target", "release", "pliant");
}

/** A file of the repository. */
export function fileOf(...path) {
  return join(WORKSPACE, ...path);
}

/** Starts the program with these arguments; gives the address it prints, all its words, and a way to end it. */
export async function startProgram(args, env = process.env) {
  const child = spawn(programPath(), args, { stdio: ["ignore", "pipe", "pipe"], env });
  let words = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    const hear = (data) => {
      words += data;
      const found = /https?:\/\/\S+/.exec(words);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    // Not before all its words have come.
    child.once("close", (code) => reject(new Error(`pliant ${args.join(" ")} ended with ${code}: ${words}`)));
    setTimeout(() => reject(new Error(`pliant ${args.join(" ")} printed no address in 60 s: ${words}`)), 60_000).unref();
  });
  const stop = async () => {
    child.kill("SIGINT");
    const stubborn = setTimeout(() => child.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(stubborn);
  };
  return { url, stop, words: () => words };
}

/** Starts `pliant view` with these arguments, without a browser of its own. */
export function startPliant(...args) {
  return startProgram(["view", ...args, "--no-open"]);
}
