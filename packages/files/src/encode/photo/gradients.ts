import type { Lab } from "./lab.js";

/** The directions of edges that are told apart, in degrees: that in which the lightness changes. */
export const DIRECTIONS = [0, 30, 60, 90, 120, 150] as const;

const ROOT3 = Math.sqrt(3) / 2;
const COSINES = [1, ROOT3, 0.5, 0, -0.5, -ROOT3] as const;
const SINES = [0, 0.5, ROOT3, 1, ROOT3, 0.5] as const;

/** How the lightness changes at each pixel. */
export interface Gradients {
  /** Lightness per pixel. */
  readonly strength: Float64Array;
  /** The nearest of `DIRECTIONS`, by its number. */
  readonly direction: Uint8Array;
}

/** Central differences of the lightness; at the border, the pixels beyond are as those at it. Costs one pass. */
export function gradientsOf({ width, height, l }: Lab): Gradients {
  const strength = new Float64Array(l.length);
  const direction = new Uint8Array(l.length);
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const right = (l[x + 1 < width ? pixel + 1 : pixel] - l[x > 0 ? pixel - 1 : pixel]) / 2;
      const down = (l[y + 1 < height ? pixel + width : pixel] - l[y > 0 ? pixel - width : pixel]) / 2;
      strength[pixel] = Math.sqrt(right * right + down * down);
      direction[pixel] = nearest(right, down);
    }
  return { strength, direction };
}

/** The direction with the longest shadow. An arc tangent would not be the same on every machine. */
function nearest(right: number, down: number): number {
  let best = 0;
  let longest = -1;
  for (let k = 0; k < DIRECTIONS.length; k++) {
    const shadow = Math.abs(right * COSINES[k] + down * SINES[k]);
    if (shadow <= longest) continue;
    best = k;
    longest = shadow;
  }
  return best;
}
