// Films: a reader written from the format's description gets back what was written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GifWriter, MOST_COLOURS, TRANSPARENT } from "../src/record/gif.ts";
import { COLOURS, fromSixteen, medianCut, toSixteen } from "../src/record/palette.ts";

interface Picture {
  pixels: number[];
  delay: number;
  transparent: boolean;
}

/** Reads codes of variable width as the format's appendix F describes. */
function readLzw(data: number[], bits: number): number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let table: number[][] = [];
  let width = bits + 1;
  let before: number[] | null = null;
  const out: number[] = [];
  let [held, count, at] = [0, 0, 0];
  const reset = (): void => {
    table = Array.from({ length: clear }, (_, k) => [k]);
    table.push([], []);
    width = bits + 1;
    before = null;
  };
  reset();
  for (;;) {
    while (count < width) {
      held += data[at] * 2 ** count;
      at += 1;
      count += 8;
    }
    const code = held % 2 ** width;
    held = Math.floor(held / 2 ** width);
    count -= width;
    if (code === end) return out;
    if (code === clear) {
      reset();
      continue;
    }
    const last: number[] | null = before;
    const entry: number[] | undefined = code < table.length ? table[code] : last ? [...last, last[0]] : undefined;
    assert.ok(entry, `code ${code} of ${table.length}`);
    out.push(...entry);
    if (last && table.length < 4096) table.push([...last, entry[0]]);
    if (table.length === 1 << width && width < 12) width += 1;
    before = entry;
  }
}

function readGif(file: Uint8Array): { width: number; height: number; palette: Uint8Array; pictures: Picture[] } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  assert.equal(String.fromCharCode(...file.subarray(0, 6)), "GIF89a");
  const palette = file.subarray(13, 13 + 768);
  let at = 13 + 768;
  const pictures: Picture[] = [];
  let control = { delay: 0, transparent: false };
  const blocks = (): number[] => {
    const data: number[] = [];
    while (file[at] !== 0) {
      data.push(...file.subarray(at + 1, at + 1 + file[at]));
      at += 1 + file[at];
    }
    at += 1;
    return data;
  };
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      const label = file[at + 1];
      at += 2;
      if (label === 0xf9) control = { delay: view.getUint16(at + 2, true), transparent: (file[at + 1] & 1) === 1 };
      blocks();
    } else {
      assert.equal(file[at], 0x2c);
      const bits = file[at + 10];
      at += 11;
      pictures.push({ pixels: readLzw(blocks(), bits), ...control });
    }
  }
  assert.equal(at, file.length - 1);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), palette, pictures };
}

/** Numbers that look random and are always the same. */
function noise(count: number, below: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length: count }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  });
}

test("pictures come back as they were: plain, striped, and noise that overflows the table", () => {
  const size = 120;
  const plain = new Uint8Array(size * size).fill(3);
  const striped = Uint8Array.from({ length: size * size }, (_, k) => k % 7);
  for (const pixels of [plain, striped, noise(size * size, MOST_COLOURS)]) {
    const writer = new GifWriter(size, size, new Uint8Array([1, 2, 3]));
    writer.add(pixels, 5);
    const read = readGif(writer.finish());
    assert.deepEqual([read.width, read.height, read.pictures.length], [size, size, 1]);
    assert.deepEqual(read.pictures[0].pixels, [...pixels]);
    assert.deepEqual([...read.palette.subarray(0, 3)], [1, 2, 3]);
  }
});

test("every length around a change of the code's width comes back", () => {
  for (let count = 1; count < 1200; count += 1) {
    const writer = new GifWriter(count, 1, new Uint8Array(3));
    const pixels = noise(count, MOST_COLOURS);
    writer.add(pixels, 5);
    assert.deepEqual(readGif(writer.finish()).pictures[0].pixels, [...pixels], String(count));
  }
});

test("in later pictures only what has changed is drawn", () => {
  const writer = new GifWriter(2, 2, new Uint8Array(12));
  writer.add(new Uint8Array([0, 1, 2, 3]), 4);
  writer.add(new Uint8Array([0, 1, 3, 3]), 1);
  const { pictures } = readGif(writer.finish());
  assert.equal(pictures[0].transparent, false);
  assert.equal(pictures[1].transparent, true);
  assert.deepEqual(pictures[1].pixels, [TRANSPARENT, TRANSPARENT, 3, TRANSPARENT]);
  // Two hundredths is the least that browsers show at its true speed.
  assert.deepEqual(pictures.map((picture) => picture.delay), [4, 2]);
});

test("few colours are kept, many are brought near", () => {
  const histogram = new Uint32Array(COLOURS);
  const three = toSixteen(new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]));
  for (const colour of three) histogram[colour] += 10;
  const few = medianCut(histogram, 255);
  assert.equal(few.colours.length, 9);
  for (const colour of three) {
    const index = few.indexOf[colour];
    assert.deepEqual([...few.colours.subarray(3 * index, 3 * index + 3)], fromSixteen(colour));
  }
  histogram.fill(1);
  const many = medianCut(histogram, 255);
  assert.equal(many.colours.length, 3 * 255);
  let worst = 0;
  for (let colour = 0; colour < COLOURS; colour += 1) {
    const index = many.indexOf[colour];
    const off = fromSixteen(colour).map((value, k) => value - many.colours[3 * index + k]);
    worst = Math.max(worst, Math.hypot(...off));
  }
  // 255 cells of a cube with 255 a side are about 40 wide: half their diagonal is 35; cells are not quite cubes.
  assert.ok(worst < 60, `${worst}`);
});

test("no pixels make no palette", () => {
  assert.equal(medianCut(new Uint32Array(COLOURS), 255).colours.length, 0);
});
