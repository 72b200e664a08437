import type { BagSet } from "./bag-set.js";
import { forEachRow, rowRanges } from "./feature-statistics.js";

/** So large a share of the values of a count of words, or more, is 0. */
const ZEROS = 0.8;
/** Fewer such features may look like counts by chance, or have a unit each. */
const FEWEST = 20;

/**
 * The features that look like one vector of counts, such as those of words: never negative, and 0 in
 * at least four of five instances. None if there are fewer than 20 of them that are not always 0. Such
 * features share a unit, so how large one is compared with the others means something. Values that are
 * not finite are no counts. No instances have no counts. One pass over the values.
 */
export function countFeatures(bags: BagSet): Uint32Array {
  const { data, dimension } = bags;
  const zeros = new Float64Array(dimension);
  const other = new Uint8Array(dimension);
  forEachRow(rowRanges(bags), dimension, (at) => {
    for (let j = 0; j < dimension; j++) {
      const value = data[at + j];
      if (value === 0) zeros[j]++;
      else if (!(value > 0 && value < Infinity)) other[j] = 1;
    }
  });
  const found = Uint32Array.from(zeros.keys()).filter((j) => other[j] === 0 && zeros[j] >= ZEROS * bags.instances);
  return found.filter((j) => zeros[j] < bags.instances).length < FEWEST ? new Uint32Array(0) : found;
}

/**
 * Whether such counts, as `countFeatures` finds them, are at least half of the features that vary. False
 * without counts.
 */
export function areMostlyCounts(bags: BagSet, counts: Uint32Array = countFeatures(bags)): boolean {
  if (counts.length === 0) return false;
  const { data, dimension } = bags;
  const first = new Float64Array(dimension);
  const varies = new Uint8Array(dimension);
  let started = false;
  forEachRow(rowRanges(bags), dimension, (at) => {
    if (!started) first.set(data.subarray(at, at + dimension));
    started = true;
    for (let j = 0; j < dimension; j++) if (data[at + j] !== first[j]) varies[j] = 1;
  });
  const varying = varies.reduce((sum, each) => sum + each, 0);
  return 2 * counts.filter((j) => varies[j] === 1).length >= varying;
}
