import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { EncodeTools } from "@bagwise/files/encode";
import { DIVIDED_SIZE, dividePhoto, outlineOf, type RegionKind } from "@bagwise/files/photos";
import type { BagPicture } from "./bag-picture.js";

/** What decodes photos, and what makes the address of a small picture of one for a page. */
export interface PhotoSource {
  readonly pixelsOf: NonNullable<EncodeTools["pixelsOf"]>;
  readonly imageOf: (path: string) => Promise<string>;
}

/**
 * Small pictures of the photos of some bags, with a region outlined. The photo is decoded and divided again,
 * which gives the same regions. Undefined if the bags are not made of photos. A photo that is gone or broken by
 * now, or that nothing here can decode, has no picture.
 */
export function photoPictures(
  bags: BagSet,
  { pixelsOf, imageOf }: PhotoSource,
): ((i: number, instance: number) => Promise<BagPicture | undefined>) | undefined {
  const fitted = bags.recipe?.encoders?.find(({ type }) => type === "photo");
  if (fitted === undefined || !("photo" in fitted) || !("regions" in fitted)) return undefined;
  const [photo, kind] = [String(fitted.photo), fitted.regions as RegionKind];
  const shown = bags.shown.some(({ name }) => name === photo);
  const photoOf = (i: number, j: number) => (shown ? bags.shownOf(i, photo, j) : bags.idOf(i)).trim();
  return async (i, instance) => {
    const name = photoOf(i, instance);
    // Where a bag has several photos, the regions of each are counted anew.
    let region = 0;
    for (let j = 0; j < instance; j++) if (photoOf(i, j) === name) region++;
    try {
      const pixels = await pixelsOf(name, { longest: DIVIDED_SIZE });
      const image = await imageOf(name);
      const regions = dividePhoto(pixels, kind);
      return {
        image,
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
