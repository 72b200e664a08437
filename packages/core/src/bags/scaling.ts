import { InputError } from "../base/errors.js";
import { badOption } from "../base/option.js";
import { alignFeatures } from "./align-features.js";
import type { BagSet } from "./bag-set.js";
import { type ColumnStatistics, featureStatistics } from "./feature-statistics.js";
import { FLOOR, spreadFloor } from "./spread-floor.js";
import { inUnits, withoutOverflow } from "./units.js";

export const SCALING_METHODS = ["z-score", "floored-z-score", "min-max", "none"] as const;

export type ScalingMethod = (typeof SCALING_METHODS)[number];

export interface ScalingOptions {
  /** Default "floored-z-score". */
  readonly method?: ScalingMethod | undefined;
  /**
   * For "floored-z-score": the least divisor, as a share of the 0.9-quantile of the standard
   * deviations. Default 0.1.
   */
  readonly floor?: number | undefined;
}

/** What was learned from the training data: plain data that goes into the model file. */
export interface Scaling {
  readonly method: ScalingMethod;
  readonly features: readonly string[];
  /** Subtracted from each feature. */
  readonly offset: readonly number[];
  /**
   * Then each feature is divided by this; 0 means that the feature becomes 0 whatever its value.
   */
  readonly divisor: readonly number[];
  /**
   * Each feature is multiplied by this before anything else, see `ordinaryUnits`. Absent for
   * ordinary values.
   */
  readonly unit?: readonly number[] | undefined;
}

const DEFAULTS = { method: "floored-z-score", floor: FLOOR } as const;

/**
 * Learns from all instances of the set how to bring the features to a common scale.
 *
 * - `z-score`: (x - mean) / sd, with the population standard deviation; a constant feature becomes
 *   0.
 * - `floored-z-score`: as `z-score`, but divided by at least 0.1 times the 0.9-quantile of the
 *   standard deviations, so that noise in a nearly constant feature stays small. A feature that is
 *   constant in training is measured in that unit.
 * - `min-max`: (x - min) / (max - min), so that training data lies in [0, 1]; a constant feature
 *   becomes 0.
 * - `none`: leaves everything as it is.
 *
 * Throws an InputError when there is no instance or a value is not finite, except for `none`.
 */
export function fitScaling(bags: BagSet, options: ScalingOptions = {}): Scaling {
  const { method = DEFAULTS.method, floor = DEFAULTS.floor } = options;
  if (!SCALING_METHODS.includes(method)) throw badOption("method", method, `one of ${SCALING_METHODS.join(", ")}`);
  if (!(floor >= 0 && floor < Number.POSITIVE_INFINITY)) throw badOption("floor", floor, "a number of at least 0");
  const features = [...bags.features];
  if (method === "none") return { method, features, offset: features.map(() => 0), divisor: features.map(() => 1) };
  const statistics = featureStatistics(bags);
  checkFitted(bags, statistics);
  return { method, features, ...moments(statistics, method, floor) };
}

function moments(
  { mean, sd, min, max }: ColumnStatistics,
  method: Exclude<ScalingMethod, "none">,
  floor: number,
): { offset: number[]; divisor: number[] } {
  if (method === "min-max") return { offset: [...min], divisor: Array.from(max, (high, j) => high - min[j]) };
  const least = method === "z-score" ? 0 : spreadFloor(sd, floor);
  return { offset: [...mean], divisor: Array.from(sd, (spread) => Math.max(spread, least)) };
}

function checkFitted(bags: BagSet, { mean }: ColumnStatistics): void {
  if (bags.instances === 0) {
    throw new InputError({
      code: "no-instances",
      message: "there is no instance to learn a scaling from",
      remedy: "Give training bags with instances, or use the scaling none.",
    });
  }
  const bad = mean.findIndex((value) => !Number.isFinite(value));
  if (bad < 0) return;
  const bag = [...bags].find(({ values }) =>
    [...values].some((v, at) => at % bags.dimension === bad && !Number.isFinite(v)),
  );
  throw new InputError({
    code: "not-finite",
    message: "a value to learn a scaling from is not finite",
    remedy: "Correct it, leave out the instance, or read the file with missing values replaced.",
    where: { field: bags.features[bad], ...(bag === undefined ? {} : { bag: bag.id }) },
  });
}

/**
 * The same bags with every feature scaled. Features are matched by name and come out in the order
 * of the scaling, see `alignFeatures`. The scaling `none` copies nothing; any other makes a new
 * matrix. NaN stays NaN. What overflows becomes the largest number.
 */
export function applyScaling({ method, features, offset, divisor, unit }: Scaling, bags: BagSet): BagSet {
  const given = alignFeatures(features, bags);
  const aligned = unit === undefined ? given : inUnits(unit, given);
  if (method === "none") return aligned;
  const width = aligned.dimension;
  const data = aligned.toMatrix();
  for (let at = 0; width > 0 && at < data.length; at += width) {
    for (let j = 0; j < width; j++) {
      const value = data[at + j];
      const scaled = divisor[j] === 0 ? 0 : (value - offset[j]) / divisor[j];
      data[at + j] = scaled - scaled === 0 ? scaled : withoutOverflow(scaled, value);
    }
  }
  return aligned.withMatrix(data);
}
