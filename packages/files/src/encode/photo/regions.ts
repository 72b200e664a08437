import type { Lab } from "./lab.js";
import { mergeRegions } from "./merge-regions.js";
import type { RegionKind } from "./options.js";
import { superpixels } from "./slic.js";

/** A picture divided into regions: the number of its region for each pixel, row by row, from 0. */
export interface Regions {
  readonly width: number;
  readonly height: number;
  readonly labels: Uint16Array;
  readonly count: number;
}

/** Rows and columns of the grid. */
const CELLS = 4;
/** So many small superpixels are made first, then merged to so many regions. */
const SEEDS = 200;
const MOST_REGIONS = 24;

/**
 * Divides a picture. `grid`: 4 x 4 rectangles, fewer if it has fewer pixels. `superpixels`: connected
 * patches along the edges of the picture, at most 24, see `superpixels` and `mergeRegions`. Regions are
 * numbered by their first pixel, from the upper left. Always the same for the same picture.
 */
export function regionsOf(picture: Lab, kind: RegionKind): Regions {
  if (kind === "grid") return gridOf(picture);
  return mergeRegions(picture, superpixels(picture, { count: SEEDS }), { most: MOST_REGIONS });
}

function gridOf({ width, height }: Lab): Regions {
  const [across, down] = [Math.min(CELLS, width), Math.min(CELLS, height)];
  const labels = new Uint16Array(width * height);
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++)
      labels[pixel] = Math.floor((y * down) / height) * across + Math.floor((x * across) / width);
  return { width, height, labels, count: across * down };
}
