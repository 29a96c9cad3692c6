// A film of a page, frame by frame: the simulation goes a step on, the page is photographed, and the page's own encoder makes the GIF.
import { screenOf, stateOf } from "../e2e/harness.mjs";
import { compiled } from "./compiled.mjs";

const WIDTH = 480;
/** Simulated time between two frames (s), and how long each is seen (hundredths of a second). */
const FRAME_STEP = 0.024;
const FRAME_TIME = 6;
/** How far the hand goes (pixels of the page). */
const REACH = 110;

/** Where the hand is, as shares of the way, frame by frame: it draws, stays, goes to the other side, and lets go. */
function path() {
  const smooth = (t) => t * t * (3 - 2 * t);
  const way = (from, to, count) => Array.from({ length: count }, (_, k) => {
    const t = smooth((k + 1) / count);
    return [0, 1].map((axis) => from[axis] + t * (to[axis] - from[axis]));
  });
  const [rest, right, left] = [[0, 0], [1, 0.35], [-0.8, 0.15]];
  return [...way(rest, right, 9), ...way(right, left, 11), ...way(left, left, 1)];
}

/** Photographs of a page as pixels of sixteen bits, made small by a canvas of another page. */
class Camera {
  static async beside(browser) {
    const camera = new Camera();
    camera.bench = await browser.context.newPage();
    camera.frames = [];
    ({ toSixteen: camera.toSixteen } = await compiled("src/record/palette.ts"));
    return camera;
  }

  async take(page) {
    const photo = (await page.screenshot()).toString("base64");
    const [height, pixels] = await this.bench.evaluate(async ([data, width]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, Math.round((width * image.height) / image.width)];
      const pen = canvas.getContext("2d");
      pen.imageSmoothingQuality = "high";
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      const bytes = pen.getImageData(0, 0, canvas.width, canvas.height).data;
      let text = "";
      for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
      return [canvas.height, btoa(text)];
    }, [photo, WIDTH]);
    this.height = height;
    this.frames.push(this.toSixteen(new Uint8ClampedArray(Buffer.from(pixels, "base64"))));
  }

  async develop() {
    await this.bench.close();
    const { COLOURS, medianCut } = await compiled("src/record/palette.ts");
    const { GifWriter, MOST_COLOURS } = await compiled("src/record/gif.ts");
    const histogram = new Uint32Array(COLOURS);
    for (const frame of this.frames) for (const colour of frame) histogram[colour] += 1;
    const palette = medianCut(histogram, MOST_COLOURS);
    const writer = new GifWriter(WIDTH, this.height, palette.colours);
    for (const frame of this.frames) writer.add(new Uint8Array(frame.map((colour) => palette.indexOf[colour])), FRAME_TIME);
    return writer.finish();
  }
}

/** A bear is drawn by its ear to both sides and let go; `step` does one step of the simulation. */
export async function filmOf(browser, page, { ear, step }) {
  const camera = await Camera.beside(browser);
  const advance = async () => {
    const until = (await stateOf(page)).time + FRAME_STEP - 1e-9;
    while ((await stateOf(page)).time < until) await step(page);
    await camera.take(page);
  };
  const [x, y] = await screenOf(page, ear);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [right, up] of path()) {
    await page.mouse.move(x + REACH * right, y - REACH * up);
    await page.waitForTimeout(40);
    await advance();
  }
  await page.mouse.up();
  for (let k = 0; k < 14; k += 1) await advance();
  return { bytes: await camera.develop(), frames: camera.frames.length };
}
