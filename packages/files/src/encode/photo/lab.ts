import { exp, log } from "@bagwise/core/base";
import type { Pixels } from "../tools.js";

/** A picture in CIE L*a*b*: lightness from 0 to 100, a from green to red, b from blue to yellow. */
export interface Lab {
  readonly width: number;
  readonly height: number;
  readonly l: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** The white of sRGB (D65), and where the cube root becomes a line. */
const WHITE = [0.95047, 1, 1.08883] as const;
const LINE = 6 / 29;

/** Light from 0 to 1 for each byte of sRGB. */
const LIGHT = Float64Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : exp(2.4 * log((share + 0.055) / 1.055));
});

/** The colours of a picture as people see their differences (CIE 1976, from sRGB). Costs one pass. */
export function labOf({ width, height, data }: Pixels): Lab {
  const size = width * height;
  const [l, a, b] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let pixel = 0, at = 0; pixel < size; pixel++, at += 3) {
    const red = LIGHT[data[at]];
    const green = LIGHT[data[at + 1]];
    const blue = LIGHT[data[at + 2]];
    const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / WHITE[0]);
    const y = root((0.2126729 * red + 0.7151522 * green + 0.072175 * blue) / WHITE[1]);
    const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / WHITE[2]);
    l[pixel] = 116 * y - 16;
    a[pixel] = 500 * (x - y);
    b[pixel] = 200 * (y - z);
  }
  return { width, height, l, a, b };
}

function root(share: number): number {
  return share > LINE ** 3 ? exp(log(share) / 3) : share / (3 * LINE * LINE) + 4 / 29;
}
