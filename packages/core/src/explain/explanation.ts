import type { Scaling } from "../bags/scaling.js";
import type { Scorer } from "../scorers/scorer.js";
import type { TermEffect } from "./leave-one-out/examiner.js";
import type { Witness } from "./leave-one-out/witness.js";

/** What can be explained: a `Model` is one. */
export interface Explained {
  /** What scores a bag, after scaling. */
  parts(): { readonly scorer: Scorer; readonly scaling: Scaling };
  /** A bag is called positive if its score is at least this. */
  readonly threshold: number;
  /** Whether every instance has a score, rather than only bags as a whole. */
  readonly scoresInstances: boolean;
}

/** The effect of one feature of the witness on the score. */
export interface FeatureEffect {
  readonly name: string;
  /** The column of the feature in the bags you passed. */
  readonly index: number;
  /** The value of the witness, before scaling. */
  readonly value: number;
  /** The values of the other instances in the bag. Null in a bag of one instance. */
  readonly others: { readonly min: number; readonly max: number; readonly mean: number } | null;
  /**
   * Whether the value is above or below the mean of the other instances. In a bag of one instance,
   * above or below what is typical of the training bags.
   */
  readonly direction: "high" | "low";
  /**
   * How much the score falls if this feature of the witness is set to the mean of the other
   * instances and nothing else changes. Negative if the feature lowers the score.
   */
  readonly effect: number;
}

/** Why a bag has its score, as plain data. */
export interface BagExplanation {
  /** The id of the bag. */
  readonly bag: string;
  /** The index of the bag in the set you passed. */
  readonly index: number;
  /** The same value as `model.scores` gives. */
  readonly score: number;
  /**
   * For each instance, exactly g(X) - g(X without x). For a learner that scores instances, the
   * score of the instance. In a bag of one instance, the score of the bag. If all instances of the
   * bag are equal, 0 for all.
   */
  readonly contributions: Float64Array;
  /**
   * The instance with the largest contribution, the first in case of a tie. For a learner that
   * scores instances, the key instance.
   */
  readonly witness: Witness;
  /**
   * Whether another instance contributes as much as the witness, as in a bag of equal instances.
   * The same as `witness.tied`.
   */
  readonly tied: boolean;
  /**
   * Whether the witness alone explains why the bag is called positive: without it the score would
   * fall below the threshold, or lose at least half of its distance to it. Always so for the only
   * instance of a bag; never for a bag that is called negative.
   */
  readonly decides: boolean;
  /**
   * The features of the witness that change the score most in either direction, largest effect
   * first. Features without effect are left out.
   */
  readonly features: readonly FeatureEffect[];
  /**
   * The same for sparse features with names, such as the words of a passage, with what the score falls by
   * if the witness lacks them. What all instances of a bag have alike, such as the parts of a molecule, is
   * taken away from all of them. Empty for bags without any.
   */
  readonly terms: readonly TermEffect[];
}

export interface ExplainOptions {
  /**
   * The maximum number of features of the witness. Default 5. 0 for none, Infinity for all with an
   * effect.
   */
  readonly features?: number | undefined;
  /** The model's scores of these bags, if you already have them. Default: they are computed. */
  readonly scores?: ArrayLike<number> | undefined;
}

/** Progress and cancellation, for many bags. */
export interface ExplainRun {
  /** Aborting it rejects the promise with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of finished bags and the total, after every bag or so. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
