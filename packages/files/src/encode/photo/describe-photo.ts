import type { PictureModel, Pixels } from "../tools.js";
import { writeCrop } from "./crops.js";
import { labOf } from "./lab.js";
import type { RegionKind } from "./options.js";
import { type Place, placesOf } from "./places.js";
import { regionFeatures } from "./region-features.js";
import { type Regions, regionsOf } from "./regions.js";

/** The longer side of a picture when it is divided, and when a model looks at its regions, in pixels. */
export const DIVIDED_SIZE = 256;
export const CROPPED_SIZE = 1024;

/** The regions of a photo, and what describes them. */
export interface DescribedPhoto {
  readonly places: readonly Place[];
  /** A row of numbers for each region, one after the other. */
  readonly features: Float64Array;
  /** The length of a row. */
  readonly width: number;
}

/** Divides a decoded photo, of at most `DIVIDED_SIZE` pixels a side, into regions. */
export function dividePhoto(pixels: Pixels, kind: RegionKind): Regions {
  return regionsOf(labOf(pixels), kind);
}

/** The regions of a photo with their colours, edges and textures. */
export function describePhoto(pixels: Pixels, kind: RegionKind): DescribedPhoto {
  const lab = labOf(pixels);
  const regions = regionsOf(lab, kind);
  const features = regionFeatures({ pixels, lab }, regions, kind);
  return { places: placesOf(regions), features, width: features.length / regions.count };
}

/**
 * The regions of a photo with the vectors of a model, which sees the bounding box of each in `large`, the
 * same photo with more pixels.
 */
export async function embedPhoto(
  { pixels, large }: { pixels: Pixels; large: Pixels },
  kind: RegionKind,
  model: PictureModel,
): Promise<DescribedPhoto> {
  const places = placesOf(dividePhoto(pixels, kind));
  const length = 3 * model.width * model.height;
  const crops = new Float32Array(places.length * length);
  for (const [k, place] of places.entries()) writeCrop(large, place, model, crops, k * length);
  const features = Float64Array.from(await model.run(crops, places.length));
  return { places, features, width: features.length / places.length };
}
