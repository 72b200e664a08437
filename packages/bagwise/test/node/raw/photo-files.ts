import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Pixels } from "@bagwise/files/encode";
import sharp from "sharp";
import { type Colour, painted, randomly } from "../../../../files/test/encode/photo/pictures.js";

/** Writes bytes or a text, and the folders above. */
export function writeAt(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Pixels as sharp takes them. */
export function sharpOf({ width, height, data }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A drawn scene: shapes of dull colours and noise, with a red disc or not. */
export interface Scene {
  /** The path in the folder. */
  readonly path: string;
  /** The centre of the disc in shares of the picture; undefined without one. */
  readonly disc: readonly [x: number, y: number] | undefined;
}

/** A shape of a scene: whether it covers a point, and its colour. */
interface Shape {
  covers(x: number, y: number): boolean;
  readonly colour: Colour;
}

const ellipse = ([x, y, rx, ry]: readonly number[], colour: Colour): Shape => ({
  covers: (u, v) => ((u - x) / rx) ** 2 + ((v - y) / ry) ** 2 < 1,
  colour,
});
const rectangle = ([x, y, rx, ry]: readonly number[], colour: Colour): Shape => ({
  covers: (u, v) => Math.abs(u - x) < rx && Math.abs(v - y) < ry,
  colour,
});

/**
 * Fills a folder with photos of 160 x 120: every other one has a red disc somewhere, and half of those lie
 * in the folder `positive`, all others in `unlabeled`. Painted pixel by pixel and saved without loss, so
 * they are the same on every machine.
 */
export async function writeScenes(
  folder: string,
  { photos, seed = 3 }: { photos: number; seed?: number },
): Promise<Scene[]> {
  const random = randomly(seed);
  const [width, height] = [160, 120];
  const dull = (): Colour => [60 + 140 * random(), 90 + 140 * random(), 90 + 140 * random()];
  const scenes: Scene[] = [];
  for (let k = 0; k < photos; k++) {
    const ground = dull();
    const shapes: Shape[] = Array.from({ length: 6 }, () => {
      const box = [width * random(), height * random(), 8 + 24 * random(), 8 + 20 * random()];
      return random() < 0.5 ? rectangle(box, dull()) : ellipse(box, dull());
    });
    const [x, y, radius] = [20 + (width - 40) * random(), 20 + (height - 40) * random(), 9 + 6 * random()];
    if (k % 2 === 0) shapes.push(ellipse([x, y, radius, radius], [200, 30, 35]));
    const picture = painted(width, height, (u, v) => {
      const colour = shapes.findLast((shape) => shape.covers(u + 0.5, v + 0.5))?.colour ?? ground;
      return [colour[0] + 25 * random(), colour[1] + 25 * random(), colour[2] + 25 * random()];
    });
    const path = `${k % 4 === 0 ? "positive" : "unlabeled"}/p${String(k).padStart(3, "0")}.png`;
    writeAt(folder, path, await sharpOf(picture).png().toBuffer());
    scenes.push({ path, disc: k % 2 === 0 ? [x / width, y / height] : undefined });
  }
  return scenes;
}
