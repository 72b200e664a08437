import type { Lab } from "./lab.js";

/** How many patterns there are. */
export const PATTERNS = 10;

/** Neighbours that are lighter by less than this count as equal: noise and compression. */
const LIGHTER = 2;

/**
 * The local binary pattern of each pixel (Ojala et al., PAMI 2002): which of its eight neighbours are
 * clearly lighter. If they form one arc, the pattern is their number: 0 where it is flat, 4 at an edge, 8 at
 * a dark spot; else it is 9, a rough place. At the border, the pixels beyond are as those at it. Costs one
 * pass.
 */
export function patternsOf({ width, height, l }: Lab): Uint8Array {
  const found = new Uint8Array(l.length);
  for (let y = 0, pixel = 0; y < height; y++) {
    const [up, down] = [y > 0 ? -width : 0, y + 1 < height ? width : 0];
    for (let x = 0; x < width; x++, pixel++) {
      const [left, right] = [x > 0 ? -1 : 0, x + 1 < width ? 1 : 0];
      const least = l[pixel] + LIGHTER;
      let bits = 0;
      if (l[pixel + up + left] > least) bits |= 1;
      if (l[pixel + up] > least) bits |= 2;
      if (l[pixel + up + right] > least) bits |= 4;
      if (l[pixel + right] > least) bits |= 8;
      if (l[pixel + down + right] > least) bits |= 16;
      if (l[pixel + down] > least) bits |= 32;
      if (l[pixel + down + left] > least) bits |= 64;
      if (l[pixel + left] > least) bits |= 128;
      found[pixel] = PATTERN_OF[bits];
    }
  }
  return found;
}

/** The pattern of eight neighbours, as bits around the pixel. */
const PATTERN_OF = Uint8Array.from({ length: 256 }, (_, bits) => {
  let [ones, changes] = [0, 0];
  for (let k = 0; k < 8; k++) {
    const here = (bits >> k) & 1;
    ones += here;
    if (here !== ((bits >> ((k + 1) % 8)) & 1)) changes++;
  }
  return changes <= 2 ? ones : 9;
});
