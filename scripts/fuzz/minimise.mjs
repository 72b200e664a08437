/**
 * A shorter file that still fails in the same way: parts of it are left out, smaller and smaller,
 * as often as `most` says.
 */
export async function minimised(bytes, fails, most) {
  let best = bytes;
  let attempts = 0;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && attempts < most; ) {
      const candidate = new Uint8Array([...best.subarray(0, at), ...best.subarray(at + size)]);
      attempts++;
      if (await fails(candidate)) best = candidate;
      else at += size;
    }
  }
  return best;
}
