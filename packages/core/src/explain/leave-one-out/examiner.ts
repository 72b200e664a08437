import type { BagSet } from "../../bags/bag-set.js";
import type { Extremes, Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";

/** What a sparse feature of an instance, such as a word, does to the score of its bag. */
export interface TermEffect {
  /** The block that the feature belongs to. */
  readonly block: string;
  readonly term: string;
  /** The value of the instance, such as how often it has the word. */
  readonly value: number;
  /** How much the score falls if the instance lacks the feature and nothing else changes. */
  readonly effect: number;
}

/** The examination of one scaled bag. Do not use it after examining the next bag. */
export interface Examination {
  /** The contribution of each instance. A scorer of bags gives 0 for a bag of one instance. */
  readonly contributions: Float64Array;
  /** The instance that gives the bag its score, for a learner that scores instances. */
  readonly key?: number;
  /**
   * How much the score falls without this instance, of a bag of several, if neither the contributions
   * nor the key say so.
   */
  drop?(instance: number): number;
  /** The same for each instance. */
  drops?(): Float64Array;
  /**
   * How much the score falls if this instance takes the mean of the others in a feature; in a bag
   * of one, what is typical of the training bags. Only the `most` largest need be exact: others may
   * be 0.
   */
  effects(instance: number, others: Others, most: number): Float64Array;
  /** The sparse features of an instance that matter most. Absent for a scorer that does not look at blocks. */
  terms?(instance: number, most: number): readonly TermEffect[];
}

/** A scaled bag. */
export interface ExtremeBag {
  readonly rows: BagRows;
  readonly extremes: Extremes;
}

/** Scores and examines scaled bags. Creating it does the work that is needed once per model. */
export type Examiner = (
  bags: BagSet,
  each: readonly ExtremeBag[],
) => {
  /** The scores of the bags. */
  scores(): Float64Array;
  /** Examines the bag with this index. Fastest in ascending order. */
  examine(bag: number): Examination;
};
