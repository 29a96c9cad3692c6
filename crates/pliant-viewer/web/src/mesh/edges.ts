// The edges of a surface, each once.

/** Pairs of points of all edges of the triangles. */
export function uniqueEdges(triangles: Uint32Array): Uint32Array {
  const keys = new Float64Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 1) {
    const a = triangles[k];
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    // Two indices of 32 bits do not fit, two of 26 do: more points than that no page can show.
    keys[k] = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }
  keys.sort();
  const pairs = new Uint32Array(2 * keys.length);
  let filled = 0;
  for (let k = 0; k < keys.length; k += 1) {
    if (k > 0 && keys[k] === keys[k - 1]) continue;
    pairs[filled] = Math.floor(keys[k] / 2 ** 26);
    pairs[filled + 1] = keys[k] % 2 ** 26;
    filled += 2;
  }
  return pairs.slice(0, filled);
}
