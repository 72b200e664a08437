import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Pixels } from "../../src/encode/tools.js";
import { randomly } from "../encode/photo/pictures.js";

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

/**
 * Fills a folder with photos of 200 x 150: every other one has a red disc somewhere, and half of those lie in
 * the folder `positive`, all others in `unlabeled`. Always the same.
 */
export async function writeScenes(
  folder: string,
  { photos, seed = 3 }: { photos: number; seed?: number },
): Promise<Scene[]> {
  const random = randomly(seed);
  const [width, height] = [200, 150];
  const dull = () => `rgb(${[60, 90, 90].map((least) => Math.floor(least + 140 * random())).join(",")})`;
  const scenes: Scene[] = [];
  for (let k = 0; k < photos; k++) {
    const shapes = [`<rect width="${width}" height="${height}" fill="${dull()}"/>`];
    for (let shape = 0; shape < 6; shape++) {
      const [x, y, w, h] = [width * random(), height * random(), 20 + 60 * random(), 20 + 50 * random()];
      shapes.push(
        random() < 0.5
          ? `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" fill="${dull()}"/>`
          : `<ellipse cx="${x}" cy="${y}" rx="${w / 2}" ry="${h / 2}" fill="${dull()}"/>`,
      );
    }
    const [x, y, radius] = [25 + (width - 50) * random(), 25 + (height - 50) * random(), 11 + 8 * random()];
    if (k % 2 === 0) shapes.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="rgb(200,30,35)"/>`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join("")}</svg>`;
    const noise = Uint8Array.from({ length: 3 * width * height }, () => 30 * random());
    const path = `${k % 4 === 0 ? "positive" : "unlabeled"}/p${String(k).padStart(3, "0")}.jpg`;
    const photo = sharp(Buffer.from(svg))
      .removeAlpha()
      .composite([{ input: Buffer.from(noise), raw: { width, height, channels: 3 }, blend: "add" }]);
    writeAt(folder, path, await photo.jpeg({ quality: 85 }).toBuffer());
    scenes.push({ path, disc: k % 2 === 0 ? [x / width, y / height] : undefined });
  }
  return scenes;
}
