import type { BagSet } from "./bag-set.js";
import { forEachRow, rowRanges } from "./feature-statistics.js";

/**
 * Values up to this size, and down to its inverse, are ordinary: their squares and the sums of these
 * neither overflow nor vanish. About 1e90.
 */
const ORDINARY = 2 ** 300;
/** The largest value of a feature is brought up to this at least, so that its squares do not vanish. */
const LEAST = 2 ** -500;

/**
 * A power of two for each feature that brings values beyond any use to where numbers can be squared:
 * the largest of all to 2^300, or up to 2^-300. Features keep their proportions, except that one
 * below 2^-500 is raised to it. Values then are as large, or as small, as ordinary ones can be, so a
 * learner treats them as it treats those. Undefined if all values are ordinary, as nearly always: then
 * not a bit of them changes. Values that are not finite are ignored. One pass over the values.
 */
export function ordinaryUnits(bags: BagSet): number[] | undefined {
  const { data, dimension } = bags;
  const largest = new Float64Array(dimension);
  forEachRow(rowRanges(bags), dimension, (at) => {
    for (let j = 0; j < dimension; j++) {
      const size = Math.abs(data[at + j]);
      if (size > largest[j] && size < Infinity) largest[j] = size;
    }
  });
  const greatest = largest.reduce((a, b) => Math.max(a, b), 0);
  const common =
    greatest > ORDINARY ? towards(ORDINARY, greatest) : greatest < 1 / ORDINARY ? towards(1 / ORDINARY, greatest) : 1;
  const units = Array.from(largest, (size) => (size > 0 && size * common < LEAST ? towards(LEAST, size) : common));
  return units.every((unit, j) => unit === 1 || largest[j] === 0) ? undefined : units;
}

/** The power of two that brings a size to between half of this and this; 1 for a size of 0. */
function towards(wanted: number, size: number): number {
  if (size === 0) return 1;
  return 2 ** Math.floor(Math.log2(wanted) - Math.log2(size));
}

/**
 * The bags with every value multiplied by the unit of its feature. A product that would overflow
 * becomes the largest number, so that a check can tell it from a value that was infinite before.
 */
export function inUnits(units: readonly number[], bags: BagSet): BagSet {
  const data = bags.toMatrix();
  const width = bags.dimension;
  for (let at = 0; at < data.length; at++) data[at] = withoutOverflow(data[at] * units[at % width], data[at]);
  return bags.withMatrix(data);
}

/** The result of arithmetic with a finite number, or the largest number if that overflowed. */
export function withoutOverflow(result: number, given: number): number {
  if (Math.abs(result) !== Infinity || Math.abs(given) === Infinity) return result;
  return result > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
}
