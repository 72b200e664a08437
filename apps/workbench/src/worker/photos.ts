import type { Pixels } from "@bagwise/files/encode";
import { brokenPhoto, missingPhoto } from "@bagwise/files/photos";
import type { PhotoSource } from "@bagwise/report";
import type { GivenPhoto } from "./types.js";

const REMEDY =
  "Choose the photos together with the file that names them, or set the option invalid to skip to leave out such bags.";

/**
 * Decodes the photos that were chosen, by the browser: upright, on white, in sRGB. Pixels of a lossless picture
 * that is not made smaller are those of the command line. JPEG, and what is made smaller, differs in the last
 * digits, because decoders and filters do.
 */
export function photoSource(photos: readonly GivenPhoto[], shown: number): PhotoSource {
  const byPath = new Map(photos.map(({ path, blob }) => [path, blob]));
  const draw = async (path: string, longest: number) => {
    const blob = byPath.get(path.replaceAll("\\", "/").replace(/^(\.\/)+/, ""));
    if (blob === undefined) throw missingPhoto(path, "was not chosen", REMEDY);
    return await drawn(path, blob, longest);
  };
  return {
    pixelsOf: async (path, { longest }) => pixelsOf(await draw(path, longest)),
    imageOf: async (path) => await addressOf(await draw(path, shown)),
  };
}

async function drawn(path: string, blob: Blob, longest: number): Promise<OffscreenCanvas> {
  if (blob.size === 0) throw brokenPhoto(path, "is an empty file");
  const picture = await createImageBitmap(blob).catch(() => {
    throw brokenPhoto(path, "is no picture, or broken, or of a kind that this browser does not read");
  });
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser has no canvas");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas;
}

/** Three bytes per pixel: nothing is transparent any more. */
function pixelsOf(canvas: OffscreenCanvas): Pixels {
  const { width, height } = canvas;
  const four = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const data = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let k = 0; k < 3; k++) data[3 * pixel + k] = four[4 * pixel + k];
  return { width, height, data };
}

/** The picture itself as an address. */
async function addressOf(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
