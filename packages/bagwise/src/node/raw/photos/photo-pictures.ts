import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { BagSet } from "@bagwise/core/bags";
import { located } from "@bagwise/engines/disk";
import { type PictureOf, photoPictures as picturesOf } from "@bagwise/report";
import { decodePhoto, thumbnailOf } from "./decode-photo.js";

/** The longer side of a photo on a page, in pixels. */
const SHOWN_SIZE = 360;

/**
 * Small pictures of the photos of some bags, with a region outlined, for the report. `path`: the file or folder
 * that the bags were read from. See `photoPictures` of the report.
 */
export async function photoPictures(bags: BagSet, path: string): Promise<PictureOf | undefined> {
  if (path === "-") return undefined;
  const isFolder = await stat(located(path)).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const folder = isFolder ? path : dirname(path);
  return picturesOf(bags, {
    pixelsOf: (name, { longest }) => decodePhoto(name, { folder, longest }),
    imageOf: async (name) => {
      const jpeg = await thumbnailOf(name, { folder, longest: SHOWN_SIZE });
      return `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
    },
  });
}
