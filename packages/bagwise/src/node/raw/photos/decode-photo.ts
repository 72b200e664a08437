import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { InputError } from "@bagwise/core/base";
import { fileError, loadPackage, located, refuseOther } from "@bagwise/engines/disk";
import type { Pixels } from "@bagwise/files/encode";
import { brokenPhoto, missingPhoto } from "@bagwise/files/photos";

/** The largest file of a photo, in bytes. */
const LARGEST = 2 ** 29;
/** The largest picture that is decoded, in pixels: the limit of sharp, 16,383 x 16,383. */
const MOST_PIXELS = 0x3fff ** 2;

/** Decodes pictures; the package is loaded on demand. */
export async function loadSharp() {
  const { default: sharp } = await loadPackage("sharp", "reading photos", () => import("sharp"));
  return sharp;
}

/** A picture of a file, upright, on white and in sRGB, made smaller if a side has more than `longest` pixels. */
async function smallPicture(bytes: Uint8Array, longest: number) {
  const sharp = await loadSharp();
  // Warnings of a decoder spoil no picture; a missing end does.
  return sharp(bytes, { failOn: "truncated", limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb");
}

/** Where photos are, and how large they are wanted. */
export interface PhotoPlace {
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** The most pixels of the longer side. */
  readonly longest: number;
}

/**
 * The pixels of the photo at this path: upright as its EXIF says, on white where it is transparent, in
 * sRGB, the first frame of several. Throws an InputError with the path as it was written for a file that
 * is not there (`no-photo`) or that cannot be decoded (`bad-photo`).
 */
export async function decodePhoto(path: string, { folder, longest }: PhotoPlace): Promise<Pixels> {
  const bytes = await photoBytes(path, folder);
  try {
    const small = await smallPicture(bytes, longest);
    const { data, info } = await small.removeAlpha().raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: threeChannels(data, info.channels) };
  } catch (error) {
    throw photoError(path, bytes, error);
  }
}

/** The photo as a small JPEG file, for a page. Throws as `decodePhoto`. */
export async function thumbnailOf(path: string, { folder, longest }: PhotoPlace): Promise<Uint8Array> {
  const bytes = await photoBytes(path, folder);
  try {
    return await (await smallPicture(bytes, longest)).jpeg({ quality: 72 }).toBuffer();
  } catch (error) {
    throw photoError(path, bytes, error);
  }
}

async function photoBytes(path: string, folder: string): Promise<Uint8Array> {
  if (/^[a-z]{2,}:\/\//i.test(path)) throw missingPhoto(path, "is an address on the web, not a file");
  const file = located(isAbsolute(path) ? path : join(folder, path));
  try {
    const found = await stat(file);
    refuseOther(path, found);
    if (found.size > LARGEST) throw brokenPhoto(path, `has more than ${LARGEST / 2 ** 20} MiB`);
    return await readFile(file);
  } catch (error) {
    const known = fileError(path, error);
    if (!(known instanceof InputError) || known.code === "bad-photo") throw known;
    throw missingPhoto(path, known.code === "no-such-file" ? "is not there" : `cannot be opened: ${known.complaint}`);
  }
}

/** A grey picture as one in colours. */
function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const size = data.length / channels;
  const found = new Uint8Array(3 * size);
  for (let pixel = 0; pixel < size; pixel++) found.fill(data[pixel * channels], 3 * pixel, 3 * pixel + 3);
  return found;
}

/** What sharp says of a picture, in words that help. An InputError is passed on: the package is missing. */
function photoError(path: string, bytes: Uint8Array, error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error;
  const said = error.message;
  if (bytes.length === 0) return brokenPhoto(path, "is an empty file");
  if (/pixel limit/i.test(said))
    return brokenPhoto(path, `has more than ${Math.floor(MOST_PIXELS / 1e6)} million pixels`);
  if (/unsupported image format/i.test(said))
    return brokenPhoto(path, "is no picture, or is cut off, or of a kind that sharp does not read");
  return brokenPhoto(path, "is broken or cut off");
}
