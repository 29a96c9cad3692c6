// 256 colours for a film: median cut (P. Heckbert, Color image quantization for frame buffer display, 1982) over a
// histogram of colours with 5, 6 and 5 bits. Gathered while frames arrive, cut once at the end.

export const COLOURS = 65536;

/** Colours of RGBA bytes with 16 bits each. */
export function toSixteen(rgba: Uint8ClampedArray): Uint16Array {
  const made = new Uint16Array(rgba.length / 4);
  for (let k = 0; k < made.length; k += 1) {
    made[k] = ((rgba[4 * k] >> 3) << 11) | ((rgba[4 * k + 1] >> 2) << 5) | (rgba[4 * k + 2] >> 3);
  }
  return made;
}

/** Red, green and blue (0 to 255) of a colour with 16 bits. */
export function fromSixteen(colour: number): [number, number, number] {
  const [r, g, b] = [colour >> 11, (colour >> 5) & 63, colour & 31];
  return [(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)];
}

export interface Palette {
  /** Three bytes a colour. */
  colours: Uint8Array;
  /** The place in the palette of every colour with 16 bits that was counted. */
  indexOf: Uint8Array;
}

interface Box {
  members: number[];
  weight: number;
  /** The channel with the widest spread, and that spread. */
  channel: number;
  spread: number;
}

function boxOf(members: number[], histogram: Uint32Array): Box {
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  let weight = 0;
  for (const colour of members) {
    weight += histogram[colour];
    fromSixteen(colour).forEach((value, k) => {
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    });
  }
  const spreads = high.map((value, k) => value - low[k]);
  const spread = Math.max(...spreads);
  return { members, weight, channel: spreads.indexOf(spread), spread };
}

/** Two halves of a box with about as many pixels each. */
function halves(box: Box, histogram: Uint32Array): [Box, Box] {
  const sorted = [...box.members].sort((a, b) => fromSixteen(a)[box.channel] - fromSixteen(b)[box.channel]);
  let sum = 0;
  let cut = 0;
  while (cut < sorted.length - 1 && (cut === 0 || sum + histogram[sorted[cut]] <= box.weight / 2)) {
    sum += histogram[sorted[cut]];
    cut += 1;
  }
  return [boxOf(sorted.slice(0, cut), histogram), boxOf(sorted.slice(cut), histogram)];
}

/** At most `size` colours for the pixels counted in `histogram`. */
export function medianCut(histogram: Uint32Array, size: number): Palette {
  const members: number[] = [];
  histogram.forEach((count, colour) => count > 0 && members.push(colour));
  const boxes = members.length > 0 ? [boxOf(members, histogram)] : [];
  while (boxes.length < size) {
    // Large spread and many pixels: both make a box worth cutting.
    const worth = (box: Box): number => (box.members.length > 1 ? box.spread * Math.sqrt(box.weight) : 0);
    const best = boxes.reduce((a, b, k) => (worth(b) > worth(boxes[a]) ? k : a), 0);
    if (boxes.length === 0 || worth(boxes[best]) === 0) break;
    boxes.splice(best, 1, ...halves(boxes[best], histogram));
  }
  return paletteOf(boxes, histogram);
}

function paletteOf(boxes: Box[], histogram: Uint32Array): Palette {
  const colours = new Uint8Array(3 * boxes.length);
  const indexOf = new Uint8Array(COLOURS);
  boxes.forEach((box, index) => {
    const sum = [0, 0, 0];
    for (const colour of box.members) {
      indexOf[colour] = index;
      fromSixteen(colour).forEach((value, k) => (sum[k] += value * histogram[colour]));
    }
    sum.forEach((value, k) => (colours[3 * index + k] = Math.round(value / box.weight)));
  });
  return { colours, indexOf };
}
