import type { Pixels } from "../../../src/encode/tools.js";

/** A colour: red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** A picture with a colour for each pixel. */
export function painted(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at += 3) data.set(colourAt(x, y), at);
  return { width, height, data };
}

/** Numbers from 0 to 1 without any order, always the same. */
export function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A grey, noisy picture, with a red disc if it has a radius. */
export function discPicture(
  { width, height }: { width: number; height: number },
  { x, y, radius }: { x: number; y: number; radius: number },
  seed = 1,
): Pixels {
  const random = randomly(seed);
  return painted(width, height, (u, v) => {
    const noise = 20 * random();
    const inside = (u + 0.5 - x) ** 2 + (v + 0.5 - y) ** 2 < radius ** 2;
    return inside ? [190 + noise, 30 + noise, 30 + noise] : [110 + noise, 120 + noise, 130 + noise];
  });
}
