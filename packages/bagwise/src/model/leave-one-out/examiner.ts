import type { BagSet } from "../../bags/bag-set.js";
import type { Extremes, Others } from "../../statistics/leave-one-out.js";
import type { BagRows } from "../../statistics/statistic.js";

/** One scaled bag under examination. It must not be used any more when the next one is examined. */
export interface Examination {
  /** What each instance contributes; of a scorer of bags all 0 for a bag of one instance. */
  readonly contributions: Float64Array;
  /** The instance that gives the bag its score, of a learner that scores instances. */
  readonly key?: number;
  /**
   * For each feature, how much the score falls when this instance has the value of its others in
   * that feature, their mean, and all else stays. In a bag of one instance the others are what is
   * typical. Only the `most` largest, by size, are needed: others may be 0.
   */
  effects(instance: number, others: Others, most: number): Float64Array;
}

/** A scaled bag. */
export interface ExtremeBag {
  readonly rows: BagRows;
  readonly extremes: Extremes;
}

/**
 * Scores and examines scaled bags, some at a time. What has to be done once for a model is done
 * when it is made.
 */
export type Examiner = (
  bags: BagSet,
  each: readonly ExtremeBag[],
) => {
  /** The scores of the bags. */
  scores(): Float64Array;
  /** Bag number `bag`. In ascending order it is fastest. */
  examine(bag: number): Examination;
};
