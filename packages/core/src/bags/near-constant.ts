import { quantile } from "../statistics/quantile.js";
import type { BagSet } from "./bag-set.js";
import { featureStatistics, forEachRow, rowRanges } from "./feature-statistics.js";

/** Features, by column number, that say little or nothing. Each is in one list at most. */
interface DullFeatures {
  /** One value in all instances. */
  readonly constant: number[];
  /** One value in at least the given share of the instances, but not in all. */
  readonly nearConstant: number[];
  /**
   * A standard deviation below the given share of the 0.9-quantile over all features.
   */
  readonly tiny: number[];
}

/**
 * Finds the constant and nearly constant features. `share`, above one half: the share of instances
 * that must have the same value. `tiny`: relative to the 0.9-quantile of the standard deviations. A
 * feature with a value that is not finite is in no list; a set without instances has empty lists.
 * Costs five passes over the instances.
 */
export function dullFeatures(bags: BagSet, { share, tiny }: { share: number; tiny: number }): DullFeatures {
  const found: DullFeatures = { constant: [], nearConstant: [], tiny: [] };
  const { sd } = featureStatistics(bags);
  const least = tiny * quantile(sd.filter(Number.isFinite), 0.9);
  const most = countOfMajority(bags);
  for (let j = 0; j < bags.dimension; j++) {
    if (!Number.isFinite(sd[j])) continue;
    if (sd[j] === 0) found.constant.push(j);
    else if (most[j] >= share * bags.instances) found.nearConstant.push(j);
    else if (sd[j] < least) found.tiny.push(j);
  }
  return found;
}

/**
 * For each feature, how many instances have its majority value; some smaller count if it has none.
 */
function countOfMajority(bags: BagSet): Float64Array {
  const { data, dimension: width } = bags;
  const rows = rowRanges(bags);
  // Boyer and Moore's majority vote finds the only candidate in one pass.
  const candidate = new Float64Array(width);
  const lead = new Float64Array(width);
  forEachRow(rows, width, (at) => {
    for (let j = 0; j < width; j++) {
      if (lead[j] === 0) candidate[j] = data[at + j];
      lead[j] += data[at + j] === candidate[j] ? 1 : -1;
    }
  });
  const count = new Float64Array(width);
  forEachRow(rows, width, (at) => {
    for (let j = 0; j < width; j++) if (data[at + j] === candidate[j]) count[j]++;
  });
  return count;
}
