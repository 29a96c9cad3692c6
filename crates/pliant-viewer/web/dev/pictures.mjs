// The pictures of docs/viewer.md, its table of keys, and the film of the README: made with the real program in a real browser.
//   npm run pictures                  everything
//   npm run pictures -- NAME...       only these, of the names below; "film" is the film
//   npm run pictures -- --keys        the table of keys only
// PLIANT names the program; else it is target/release/pliant.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOf, openPage, programPath, screenOf, startBrowser, startProgram, stateOf, until } from "../e2e/harness.mjs";
import { compiled } from "./compiled.mjs";
import { filmOf } from "./film.mjs";

const GUIDE = fileOf("docs", "viewer.md");
const FOLDER = fileOf("docs", "viewer");
const WINDOW = { width: 1200, height: 760 };
const NARROW = { width: 400, height: 700 };
const LONG = 120_000;

/** Opens a page of the program, runs `work` with it and ends both. */
async function withPage(browser, args, size, work) {
  const pliant = await startProgram([...args, "--no-open", "--paused"]);
  const page = await openPage(browser, pliant.url, size, { smooth: true });
  await until(page, "a first picture", (state) => state.frames > 0, LONG);
  // Without the blue frame that shows whoever uses the keyboard where he is.
  await page.evaluate(() => document.activeElement?.blur());
  try {
    return await work(page);
  } finally {
    await page.close();
    await pliant.stop();
  }
}

const gallery = (browser, name, work, size = WINDOW) => withPage(browser, ["gallery", "view", name], size, work);

/** Goes on until this time (s) and stands still there. */
async function stepTo(page, time) {
  while ((await stateOf(page)).time < time) await step(page);
}

async function step(page) {
  const { state } = await stateOf(page);
  // A tab or a list would take the arrow for itself.
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("ArrowRight");
  await until(page, "a step", (now) => now.state.step > state.step && now.frame.step === now.state.step, LONG);
}

/** Colours by a field and waits for its legend. */
async function colourBy(page, field) {
  await page.selectOption("#field", field);
  await until(page, "the legend", (state) => state.legend !== null, LONG);
}

/** Fixes the legend's range (SI units), so that a single strained place does not take all colours. */
async function fixRange(page, low, high) {
  await page.evaluate(([from, to]) => {
    const set = (label, value) => {
      const field = document.querySelector(`[aria-label="${label}"]`);
      field.value = String(value);
      return field;
    };
    set("Lower end of the legend", from);
    set("Upper end of the legend", to).dispatchEvent(new Event("change"));
  }, [low, high]);
  await until(page, "the range", (state) => state.legend.locked);
}

async function keep(page, name) {
  await page.mouse.move(5, 5);
  await page.evaluate(() => document.activeElement?.blur());
  // Toasts go, and what is drawn seldom has been drawn.
  await page.waitForFunction(() => document.querySelectorAll("#toasts > *").length === 0, null, { timeout: 15_000 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** Takes hold of a body where a point of the world is seen, and draws it by so many pixels, in steps of the simulation. */
async function pull(page, point, [right, up], count) {
  const [x, y] = await screenOf(page, point);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= count; k += 1) {
    await page.mouse.move(x + (right * k) / count, y - (up * k) / count);
    await page.waitForTimeout(40);
    await step(page);
  }
}

/** A place in front of an ear of the bear (m), and where its colours end (Pa). */
const BEAR_EAR = [0.024, -0.008, 0.118];
const MOST_STRESS = 8000;

const PICTURES = {
  start: (browser) => gallery(browser, "jelly-bear", async (page) => {
    await colourBy(page, "von_mises");
    await stepTo(page, 0.3);
    await fixRange(page, 0, MOST_STRESS);
    await keep(page, "start");
  }),
  hold: (browser) => gallery(browser, "jelly-bear", async (page) => {
    await colourBy(page, "von_mises");
    await fixRange(page, 0, MOST_STRESS);
    await pull(page, BEAR_EAR, [130, 30], 20);
    await page.evaluate(() => document.activeElement?.blur());
    await page.screenshot({ path: join(FOLDER, "hold.png") });
    await page.mouse.up();
  }),
  adjust: (browser) => gallery(browser, "jelly-bear", async (page) => {
    await page.click("#tab-adjust");
    await stepTo(page, 0.1);
    await page.fill('[data-path="material.jelly.young"]', "20000");
    await page.keyboard.press("Enter");
    await keep(page, "adjust");
  }),
  reading: (browser) => gallery(browser, "hanging-jelly", async (page) => {
    await colourBy(page, "displacement");
    await stepTo(page, 0.2);
    await page.keyboard.press("l");
    const [x, y] = await screenOf(page, [0.03, -0.03, 0.06]);
    await page.mouse.move(x, y);
    await until(page, "a reading", (state) => state.reading !== null);
    await page.waitForTimeout(6000);
    await page.mouse.move(x + 1, y);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(FOLDER, "reading.png") });
  }),
  layers: (browser) => gallery(browser, "hanging-cube", async (page) => {
    await stepTo(page, 0.2);
    await page.click("#tab-show");
    for (const { name } of (await stateOf(page)).hello.layers) await page.check(`input[value="${name}"]`);
    await page.keyboard.press("t");
    await keep(page, "layers");
  }),
  slice: (browser) => gallery(browser, "pile-in-a-bowl", async (page) => {
    await page.click("#tab-show");
    await page.keyboard.press("g");
    await page.keyboard.press("x");
    await page.selectOption('[aria-label="Axis of the slice plane"]', "y");
    await stepTo(page, 0.2);
    await colourBy(page, "von_mises");
    await keep(page, "slice");
  }),
  plots: (browser) => gallery(browser, "hanging-jelly", async (page) => {
    await page.click("#tab-plots");
    await stepTo(page, 1.2);
    await keep(page, "plots");
  }),
  text: (browser) => gallery(browser, "jelly-bear", async (page) => {
    await page.click("#tab-text");
    const text = await page.inputValue("#scene-text");
    await page.fill("#scene-text", text.replace('young = "50 kPa"', 'young = "50 kPax"'));
    await page.focus("#scene-text");
    await page.keyboard.press("Control+Enter");
    await until(page, "problems", (state) => state.problems.length > 0);
    await keep(page, "text");
  }),
  small: (browser) => gallery(browser, "jelly-bear", async (page) => {
    await colourBy(page, "displacement");
    await stepTo(page, 0.15);
    await keep(page, "small");
  }, NARROW),
  replay: async (browser) => {
    const folder = mkdtempSync(join(tmpdir(), "pliant-pictures-"));
    try {
      execFileSync(programPath(), ["gallery", "run", "hanging-jelly", "-o", join(folder, "run")], { stdio: "pipe" });
      await withPage(browser, ["view", join(folder, "run")], WINDOW, async (page) => {
        await page.locator("#time-slider").fill("20");
        await until(page, "the frame", (state) => state.frame.index === 20, LONG);
        await colourBy(page, "von_mises");
        await keep(page, "replay");
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  // Coarser than the gallery's: some hundred steps are done one by one.
  film: (browser) => withPage(browser, ["gallery", "view", "jelly-bear", "--set", "body.bear.spacing=10mm"], { width: 960, height: 720 }, async (page) => {
    await page.keyboard.press("o");
    await colourBy(page, "von_mises");
    await fixRange(page, 0, MOST_STRESS);
    const { bytes, frames } = await filmOf(browser, page, { ear: BEAR_EAR, step });
    writeFileSync(join(FOLDER, "hold.gif"), bytes);
    console.log(`hold.gif: ${frames} frames, ${Math.round(bytes.length / 1024)} KiB`);
  }),
};

async function writeKeys() {
  const { withKeysTable } = await compiled("dev/keys_table.ts");
  writeFileSync(GUIDE, withKeysTable(readFileSync(GUIDE, "utf8")));
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== "--keys" && !(name in PICTURES));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(", ")}; there are ${Object.keys(PICTURES).join(", ")}.`);
await writeKeys();
if (!asked.includes("--keys")) {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await startBrowser();
  try {
    for (const [name, make] of Object.entries(PICTURES)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      await make(browser);
      console.log(name);
    }
  } finally {
    await browser.close();
  }
}
