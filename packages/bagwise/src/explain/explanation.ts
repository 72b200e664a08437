import type { Witness } from "../model/leave-one-out/witness.js";

/** What one feature of the witness does to the score. */
export interface FeatureEffect {
  readonly name: string;
  /** The column of the feature in the bags that were explained. */
  readonly index: number;
  /** The witness's value, as it was given. */
  readonly value: number;
  /** The values of the other instances of the bag; null in a bag of one instance. */
  readonly others: { readonly min: number; readonly max: number; readonly mean: number } | null;
  /**
   * Whether the value is above or below the mean of the others; in a bag of one instance, above or
   * below what the model takes for typical.
   */
  readonly direction: "high" | "low";
  /**
   * How much the score falls when the witness has the mean of the others in this feature and all
   * else stays: below 0 for a feature that speaks against.
   */
  readonly effect: number;
}

/** Why a bag has its score: plain data. */
export interface BagExplanation {
  /** The id of the bag. */
  readonly bag: string;
  /** The number of the bag in the set that was explained. */
  readonly index: number;
  /** The same as `model.scores` gives. */
  readonly score: number;
  /**
   * For each instance g(X) - g(X without x), exactly; or, of a learner that scores instances, the
   * score of the instance. In a bag of one instance the score of the bag; in a bag whose instances
   * are all the same 0 for all.
   */
  readonly contributions: Float64Array;
  /**
   * The instance that contributes most, the first of equals; of a learner that scores instances the
   * key instance.
   */
  readonly witness: Witness;
  /**
   * Whether another instance contributes as much as the witness, as all do in a bag of equal
   * instances. The same as `witness.tied`.
   */
  readonly tied: boolean;
  /**
   * The features of the witness that change the score most, the largest effect first, in either
   * direction; those without effect are left out.
   */
  readonly features: readonly FeatureEffect[];
}

export interface ExplainOptions {
  /**
   * How many features of the witness at most. Default 5; 0 for none, Infinity for all that have an
   * effect.
   */
  readonly features?: number | undefined;
  /**
   * The scores that the model gave these bags, if you have them already: then they are not computed
   * again. Default: computed.
   */
  readonly scores?: ArrayLike<number> | undefined;
}

/** How the work goes on, for many bags. */
export interface ExplainRun {
  /** Ends the work: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told after every bag or so how many are done, of how many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
