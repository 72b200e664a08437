import type { BagSet, Label } from "@bagwise/core/bags";
import type { Random } from "@bagwise/core/base";

/** The noise of a copied bag: as the paper prints it, or as its authors' program adds it. */
export const NOISE_WAYS = ["printed", "reference"] as const;
export type NoiseWay = (typeof NOISE_WAYS)[number];

/** Printed: Gaussian noise with variance 0.01 in each dimension. */
const PRINTED_SD = 0.1;
/** Reference: this factor times the largest value of the feature in the bag. */
const REFERENCE_SHARE = 0.01;

/** Which original a bag is a copy of, and which copy: 0 is the original itself, without noise. */
interface CopiedBag {
  readonly original: number;
  readonly copy: number;
}

/**
 * The augmented set as numbers: each bag once, and (multiple - 1) times as many copies, drawn with
 * replacement whatever the label. Noise is left to `addNoise`, for the bags that are used.
 */
export function augment(size: number, multiple: number, generator: Random): CopiedBag[] {
  const bags = Array.from({ length: size }, (_, original): CopiedBag => ({ original, copy: 0 }));
  const copies = new Uint32Array(size);
  for (let k = 0; k < size * (multiple - 1); k++) {
    const original = generator.below(size);
    bags.push({ original, copy: ++copies[original] });
  }
  return bags;
}

/** Adds noise to the row-major instances of a bag in place, independent for every value. */
export function addNoise(rows: Float64Array, width: number, noise: NoiseWay, generator: Random): void {
  const sd = noise === "printed" ? new Float64Array(width).fill(PRINTED_SD) : referenceSd(rows, width);
  for (let start = 0; start < rows.length; start += width)
    for (let j = 0; j < width; j++) rows[start + j] += sd[j] * generator.normal();
}

/** Where the largest value is negative so is this, which for symmetric noise is the same. */
function referenceSd(rows: Float64Array, width: number): Float64Array {
  const largest = rows.slice(0, width);
  for (let start = width; start < rows.length; start += width)
    for (let j = 0; j < width; j++) largest[j] = Math.max(largest[j], rows[start + j]);
  return largest.map((value) => REFERENCE_SHARE * value);
}

export interface PoolBag extends CopiedBag {
  readonly from: BagSet;
  readonly label: Label;
}

/** In random order: drawing without replacement is taking from the end. */
interface Pool {
  readonly positive: PoolBag[];
  readonly negative: PoolBag[];
}

/** The bags augmented to `multiple` times their number. Bags that are not positive are negative. */
export function poolOf(from: BagSet, multiple: number, generator: Random): Pool {
  const pool: Pool = { positive: [], negative: [] };
  const all = augment(from.size, multiple, generator);
  for (const k of generator.permutation(all.length)) {
    const label = from.labelOf(all[k].original) === "positive" ? "positive" : "negative";
    pool[label].push({ ...all[k], from, label });
  }
  return pool;
}

/** Takes bags out of the pool; undefined when it has fewer. */
export function take(from: PoolBag[], wanted: number): PoolBag[] | undefined {
  return from.length < wanted ? undefined : from.splice(from.length - wanted, wanted);
}

/** `size` bags in random order, Binomial(size, prior) positive; undefined if there are too few. */
export function mixture(pool: Pool, size: number, prior: number, generator: Random): PoolBag[] | undefined {
  let positives = 0;
  for (let k = 0; k < size; k++) if (generator.uniform() < prior) positives++;
  const positive = take(pool.positive, positives);
  const negative = take(pool.negative, size - positives);
  if (positive === undefined || negative === undefined) return undefined;
  const together = [...positive, ...negative];
  return Array.from(generator.permutation(size), (k) => together[k]);
}
