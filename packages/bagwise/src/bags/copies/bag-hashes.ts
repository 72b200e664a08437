import type { BagSet } from "../bag-set.js";
import { finish, instanceHasher, rotate } from "./instance-hash.js";

/**
 * So many bits of a whole number are exact in a float64; 32 of them are one sum, the others
 * another.
 */
const HIGH = 2 ** 21;
const LOW = 2 ** 32;

/**
 * A whole number below 2^53 for each bag that is equal for equal instances, in whatever order
 * instances and features come. 0 equals -0 and NaN equals NaN; ids, labels and groups do not count.
 * Two bags that differ have the same number with a probability of about 1e-16: enough to recognise
 * bags, too little against somebody who wants them to collide. The numbers stand in model files, so
 * they stay the same from version to version. Costs one pass over the instances.
 */
export function bagHashes(bags: BagSet): Float64Array {
  const { features } = bags;
  const columns = Uint32Array.from(features.keys()).sort((i, j) => (features[i] < features[j] ? -1 : 1));
  const hash = instanceHasher(bags, columns);
  const seed = namesHash(columns, features);
  return Float64Array.from({ length: bags.size }, (_, i) => {
    const { first, second, size } = hash(i);
    const high = finish(second ^ Math.imul(size, 0x9e3779b1) ^ seed) >>> 0;
    return (high % HIGH) * LOW + (finish(first ^ seed) >>> 0);
  });
}

/** The names of the features: bags of other features are other bags. */
function namesHash(columns: Uint32Array, features: readonly string[]): number {
  let h = features.length;
  for (const column of columns) {
    for (const unit of `${features[column]}\n`) h = rotate(Math.imul(h ^ (unit.codePointAt(0) ?? 0), 0xcc9e2d51), 15);
  }
  return finish(h);
}
