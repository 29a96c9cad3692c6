// Films as GIF89a (CompuServe, Graphics Interchange Format, version 89a, 1990): one palette, LZW, pixels that stay as
// they were are see-through.

/** A growing row of bytes. */
class Bytes {
  private data = new Uint8Array(1 << 16);
  length = 0;

  push(byte: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length] = byte;
    this.length += 1;
  }

  word(value: number): void {
    this.push(value & 0xff);
    this.push((value >> 8) & 0xff);
  }

  all(values: Iterable<number>): void {
    for (const value of values) this.push(value);
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

const MOST_CODES = 4096;
const COLOUR_BITS = 8;
/** The palette's last place stands for "as before". */
export const TRANSPARENT = 255;
/** So many colours of its own a film can have. */
export const MOST_COLOURS = 255;

/** Codes of variable width in blocks of at most 255 bytes. */
class CodeWriter {
  private bits = 0;
  private held = 0;
  private readonly block: number[] = [];

  constructor(private readonly out: Bytes) {}

  code(value: number, width: number): void {
    this.bits |= value << this.held;
    this.held += width;
    while (this.held >= 8) {
      this.byte(this.bits & 0xff);
      this.bits >>>= 8;
      this.held -= 8;
    }
  }

  end(): void {
    if (this.held > 0) this.byte(this.bits & 0xff);
    this.flush();
    this.out.push(0);
  }

  private byte(value: number): void {
    this.block.push(value);
    if (this.block.length === 255) this.flush();
  }

  private flush(): void {
    if (this.block.length === 0) return;
    this.out.push(this.block.length);
    this.out.all(this.block);
    this.block.length = 0;
  }
}

/** Writes indices of 8 bits with the variable-length codes of GIF. */
function writeLzw(pixels: Uint8Array, out: Bytes): void {
  const clear = 1 << COLOUR_BITS;
  out.push(COLOUR_BITS);
  const writer = new CodeWriter(out);
  // The code that follows `prefix` by `pixel`, at prefix * 256 + pixel; 0 means none.
  const table = new Uint16Array(MOST_CODES << COLOUR_BITS);
  let next = clear + 2;
  let width = COLOUR_BITS + 1;
  writer.code(clear, width);
  let prefix = pixels[0];
  for (let k = 1; k < pixels.length; k += 1) {
    const place = (prefix << COLOUR_BITS) | pixels[k];
    if (table[place] !== 0) {
      prefix = table[place];
      continue;
    }
    writer.code(prefix, width);
    if (next === MOST_CODES) {
      writer.code(clear, width);
      table.fill(0);
      next = clear + 2;
      width = COLOUR_BITS + 1;
    } else {
      if (next === 1 << width) width += 1;
      table[place] = next;
      next += 1;
    }
    prefix = pixels[k];
  }
  writer.code(prefix, width);
  // The reader has made one more entry by now, and reads the end with the width of that.
  if (next === 1 << width && width < 12) width += 1;
  writer.code(clear + 1, width);
  writer.end();
}

/** Writes a film that is repeated for ever. */
export class GifWriter {
  private readonly out = new Bytes();
  private before: Uint8Array | null = null;

  /** `colours`: three bytes each, at most MOST_COLOURS of them. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    colours: Uint8Array,
  ) {
    const { out } = this;
    out.all(letters("GIF89a"));
    out.word(width);
    out.word(height);
    // A global palette of 256 colours.
    out.all([0xf7, 0, 0]);
    const palette = new Uint8Array(3 * 256);
    palette.set(colours.subarray(0, 3 * MOST_COLOURS));
    out.all(palette);
    // Repeat for ever.
    out.all([0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0]);
  }

  /** One index a pixel, row by row from the top; shown for `hundredths` of a second. */
  add(pixels: Uint8Array, hundredths: number): void {
    const { out, width, height } = this;
    out.all([0x21, 0xf9, 4, 0x04 | (this.before ? 1 : 0)]);
    out.word(Math.min(Math.max(Math.round(hundredths), 2), 65535));
    out.all([TRANSPARENT, 0]);
    out.push(0x2c);
    for (const value of [0, 0, width, height]) out.word(value);
    out.push(0);
    writeLzw(this.before ? unchangedCleared(pixels, this.before) : pixels, out);
    this.before = pixels.slice();
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.out.push(0x3b);
    return this.out.done();
  }
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function unchangedCleared(pixels: Uint8Array, before: Uint8Array): Uint8Array {
  return pixels.map((pixel, k) => (pixel === before[k] ? TRANSPARENT : pixel));
}
