// Frames as the server writes them, for the mock server and the tests.

const pad4 = (n) => (4 - (n % 4)) % 4;

/** A frame as bytes: arrays of the parts become offsets. */
export function encodeFrame(header, parts) {
  const chunks = [];
  let offset = 0;
  const place = (array) => {
    const at = offset;
    chunks.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength));
    offset += array.byteLength;
    return at;
  };
  const described = parts.map(({ positions, triangles, lines, rest, values, radii, axes, normals, ...part }) => ({
    plane: false,
    ...part,
    count: positions.length / 3,
    positions: place(positions),
    triangles: triangles ? [place(triangles), triangles.length / 3] : null,
    lines: lines ? [place(lines), lines.length / 2] : null,
    rest: rest ? place(rest) : null,
    values: values ? place(values) : null,
    radii: radii ? place(radii) : null,
    axes: axes ? place(axes) : null,
    normals: normals ? place(normals) : null,
  }));
  const text = Buffer.from(JSON.stringify({ ...header, parts: described }));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x31464c50, 0);
  head.writeUInt32LE(text.length + pad4(text.length), 4);
  return Buffer.concat([head, text, Buffer.alloc(pad4(text.length), " "), ...chunks]);
}
