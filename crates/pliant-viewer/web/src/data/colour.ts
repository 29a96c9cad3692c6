// Colours of values: viridis (N. Smith and S. van der Walt, free of rights), as 33 colours joined by straight lines.

const VIRIDIS = [
  0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b, 0x375a8d, 0x33638d,
  0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b, 0x1f9f88, 0x21a685, 0x28ae80, 0x31b57b,
  0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c, 0x96d83f, 0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725,
];

/** The colour of a value that is not known. */
export const UNKNOWN: [number, number, number] = [0x8c, 0x8c, 0x8c];

/** A value below this stands for "not known" on its way to the graphics card, which cannot be trusted with NaN. */
export const UNKNOWN_VALUE = -1e30;

/** Hues for parts and layers without values: told apart also by the colour-blind. */
const PART_COLOURS = [0x4f8fd0, 0xe0893c, 0x3fa588, 0xb07cc6, 0xd9b13b, 0xd0605e, 0x6bb8d6, 0x9a8f80];

/** Red, green and blue (0 to 255) at a fraction of the scale; beyond its ends the ends; grey when it is NaN. */
export function viridis(fraction: number): [number, number, number] {
  if (Number.isNaN(fraction)) return UNKNOWN;
  const place = Math.min(Math.max(fraction, 0), 1) * (VIRIDIS.length - 1);
  const below = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const part = place - below;
  const channel = (shift: number): number => {
    const [a, b] = [(VIRIDIS[below] >> shift) & 0xff, (VIRIDIS[below + 1] >> shift) & 0xff];
    return Math.round(a + (b - a) * part);
  };
  return [channel(16), channel(8), channel(0)];
}

/** The colour of a value in a range; an empty range gives the lower end. */
export function colourOf(value: number, low: number, high: number): [number, number, number] {
  if (Number.isNaN(value)) return UNKNOWN;
  return viridis(high > low ? (value - low) / (high - low) : 0);
}

/** RGBA bytes of the whole scale, for a texture. */
export function rampBytes(steps: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * steps);
  for (let k = 0; k < steps; k += 1) bytes.set([...viridis(k / (steps - 1)), 255], 4 * k);
  return bytes;
}

/** The hue of the n-th part or layer, as 0xRRGGBB. */
export function partColour(index: number): number {
  return PART_COLOURS[((index % PART_COLOURS.length) + PART_COLOURS.length) % PART_COLOURS.length];
}

/** The hue of a layer, by its place in the list; what does not move is grey. */
export function layerColour(layer: string, index: number): number {
  return layer === "colliders" ? 0x9aa3ab : partColour(index);
}

/** `#rrggbb` for style sheets. */
export function hexColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** `rgb(r, g, b)` for style sheets. */
export function cssColour([r, g, b]: [number, number, number]): string {
  return `rgb(${r}, ${g}, ${b})`;
}

/** Least and greatest known value, or null when there is none. */
export function rangeOf(arrays: readonly Float32Array[]): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const values of arrays) {
    for (let k = 0; k < values.length; k += 1) {
      // Comparisons with NaN are false: unknown values pass by.
      const value = values[k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}
