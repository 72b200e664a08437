import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import { DIVIDED_SIZE, dividePhoto } from "../../encode/photo/describe-photo.js";
import type { RegionKind } from "../../encode/photo/options.js";
import { outlineOf } from "../../encode/photo/outline.js";
import type { PictureOf } from "../../report/model/bag-picture.js";
import { located } from "../working-folder.js";
import { decodePhoto, thumbnailOf } from "./decode-photo.js";

/** The longer side of a photo on a page, in pixels. */
const SHOWN_SIZE = 360;

/**
 * Small pictures of the photos of some bags, with a region outlined, for the report. The photo is decoded
 * and divided again, which gives the same regions. `path`: the file or folder that the bags were read
 * from. Undefined if the bags are not made of photos. A photo that is gone or broken by now, and every one
 * if sharp is not installed, has no picture.
 */
export async function photoPictures(bags: BagSet, path: string): Promise<PictureOf | undefined> {
  const fitted = bags.recipe?.encoders?.find(({ type }) => type === "photo");
  if (fitted === undefined || !("photo" in fitted) || !("regions" in fitted) || path === "-") return undefined;
  const [photo, kind] = [String(fitted.photo), fitted.regions as RegionKind];
  const isFolder = await stat(located(path)).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const folder = isFolder ? path : dirname(path);
  const shown = bags.shown.some(({ name }) => name === photo);
  const photoOf = (i: number, j: number) => (shown ? bags.shownOf(i, photo, j) : bags.idOf(i)).trim();
  return async (i, instance) => {
    const name = photoOf(i, instance);
    // Where a bag has several photos, the regions of each are counted anew.
    let region = 0;
    for (let j = 0; j < instance; j++) if (photoOf(i, j) === name) region++;
    try {
      const pixels = await decodePhoto(name, { folder, longest: DIVIDED_SIZE });
      const jpeg = await thumbnailOf(name, { folder, longest: SHOWN_SIZE });
      const regions = dividePhoto(pixels, kind);
      return {
        image: `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`,
        width: pixels.width,
        height: pixels.height,
        outline: region < regions.count ? outlineOf(regions, region) : null,
        words: `${name}, with ${bags.instanceName(i, instance)} outlined`,
      };
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  };
}
