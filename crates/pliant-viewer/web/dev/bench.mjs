// What the page costs in a real browser, against the limits: script time of a frame, and the first picture.
//   npm run bench
//   node dev/bench.mjs --json     the program alone, as numbers: what `pliant bench --suite viewer` calls; 3 without a browser
// Once against the mock server, and once against the program (PLIANT, or target/release/pliant) where there is one, with
// scenes/bench/viewer-plate.toml. Both have about 50 000 triangles, coloured by a field. Minima count: take a quiet machine.
import { existsSync } from "node:fs";
import { fileOf, openPage, programPath, startBrowser, startPliant, stateOf, until } from "../e2e/harness.mjs";
import { startMock } from "./mock.mjs";

const TRIANGLES = 50_000;
const WINDOW = { width: 1280, height: 800 };
const VISITS = 5;
const FRAMES = 20;
const MOST_SCRIPT_MS = 8;
const MOST_FIRST_MS = 1000;
const LONG = 60_000;
/** What this ends with when there is no browser. */
const NO_BROWSER = 3;

/** Script time (ms) of frame after frame. Another field is chosen each time, so that a simulation that stands still sends one, too. */
async function scriptTimes(page, fields, count) {
  const times = [];
  for (let k = 0; times.length < count; k += 1) {
    const { frames } = await stateOf(page);
    await page.selectOption("#field", fields[k % fields.length]);
    const state = await until(page, "another frame", (now) => now.frames > frames && now.legend !== null, LONG);
    times.push(state.lastScriptMs);
  }
  return times.sort((a, b) => a - b);
}

/** Visits the page several times; the least time to the first picture, and script times of frames in the last visit. */
async function measure(browser, url, fields) {
  let first = Infinity;
  for (let visit = 1; ; visit += 1) {
    const page = await openPage(browser, url, WINDOW, { smooth: true });
    const state = await until(page, "a first picture", (now) => now.frames > 0, LONG);
    first = Math.min(first, state.firstFrameMs);
    if (visit < VISITS) {
      await page.close();
      continue;
    }
    const times = await scriptTimes(page, fields, FRAMES);
    const triangles = (await stateOf(page)).frame.parts.reduce((sum, part) => sum + part.triangles, 0);
    await page.close();
    return { first, least: times[0], median: times[Math.floor(times.length / 2)], triangles };
  }
}

/** A row of the table; true if it keeps the limit. */
function tell(what, value, limit) {
  const isKept = value <= limit;
  const verdict = limit === Infinity ? "" : `limit ${limit} ms  ${isKept ? "kept" : "NOT KEPT"}`;
  console.log(`${what.padEnd(56)} ${value.toFixed(1).padStart(8)} ms  ${verdict}`.trimEnd());
  return isKept;
}

function tellAll(name, { first, least, median, triangles }) {
  const kept = [
    tell(`${name}: script a frame, ${triangles} triangles, least`, least, MOST_SCRIPT_MS),
    tell(`${name}: script a frame, median of ${FRAMES}`, median, Infinity),
    tell(`${name}: first picture after the request, least of ${VISITS}`, first, MOST_FIRST_MS),
  ];
  return kept.every(Boolean);
}

/** The page of the program, with a plate of about 50 000 triangles. */
async function measureProgram(browser) {
  const pliant = await startPliant(fileOf("scenes", "bench", "viewer-plate.toml"), "--paused");
  try {
    return await measure(browser, pliant.url, ["von_mises", "displacement"]);
  } finally {
    await pliant.stop();
  }
}

async function tellTable(browser) {
  const mock = await startMock({ triangles: TRIANGLES });
  const all = [tellAll("mock", await measure(browser, mock.url, ["stress", "displacement"]))];
  await mock.close();
  if (existsSync(programPath())) all.push(tellAll("pliant view", await measureProgram(browser)));
  else console.log("The program is not built: only the mock was measured.");
  process.exitCode = all.every(Boolean) ? 0 : 1;
}

const browser = await startBrowser().catch((reason) => {
  console.error(reason.message);
  process.exit(NO_BROWSER);
});
try {
  if (process.argv.includes("--json")) console.log(JSON.stringify({ ...(await measureProgram(browser)), frames: FRAMES, visits: VISITS }));
  else await tellTable(browser);
} finally {
  await browser.close();
}
