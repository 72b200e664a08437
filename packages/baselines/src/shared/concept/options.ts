import { choice, integer, type OptionValues } from "@bagwise/core/base";
import { FOLDS, lambdas, NEGATIVES, PRIOR_FOR_MEASURES, SEED, scaling, UNLABELED_AS } from "@bagwise/core/learners";

/** Whether each feature has a scale of its own, or all share one. */
const SCALES = ["separate", "shared"] as const;

/** The options of learners that seek a concept. */
export const CONCEPT_OPTIONS = {
  starts: integer({
    default: 8,
    range: { min: 1, max: 1000 },
    help: "number of instances of positive bags to start from; the best two go on after twelve steps",
  }),
  scales: choice({
    choices: SCALES,
    default: "separate",
    help: "whether each feature has its own scale (separate), or all share one (shared)",
  }),
  /**
   * The weights of the mean squared distance of all instances from the concept. If nothing can be
   * held out, the first is used.
   */
  lambda: lambdas([0.1, 0.3, 0.03]),
  folds: FOLDS,
  scaling: scaling("floored-z-score"),
  /** A number above 0 and below 1, also as text. */
  prior: PRIOR_FOR_MEASURES,
  negatives: NEGATIVES,
  unlabeledAs: UNLABELED_AS,
  seed: SEED,
};

/** The options with defaults filled in. */
export type CheckedConceptOptions = OptionValues<typeof CONCEPT_OPTIONS>;
