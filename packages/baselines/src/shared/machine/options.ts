import { choice, integers, numbers } from "@bagwise/core/base";
import {
  bagKernel,
  FOLDS,
  NEGATIVES,
  PRIOR_FOR_MEASURES,
  SEED,
  scaling,
  UNLABELED_AS,
  widths,
} from "@bagwise/core/learners";

// Options that hinge-loss machines share.

/** How an error on a positive bag weighs against one on another bag. */
export const CLASS_WEIGHTS = ["balanced", "equal"] as const;
export type ClassWeights = (typeof CLASS_WEIGHTS)[number];

/**
 * The widths to choose from if none are given, as multiples of the median distance between
 * instances. The first is taken if nothing can be held out.
 */
export const USUAL_SHARES: readonly number[] = [1, 0.5, 0.25];

export const COST = numbers({
  default: [1, 10, 100],
  range: { min: 1e-9, max: 1e9 },
  help: "costs C of an error to choose from, against the smoothness of the classifier",
});

/** What every machine has. */
export const MACHINE_OPTIONS = {
  cost: COST,
  classWeights: choice({
    choices: CLASS_WEIGHTS,
    default: "balanced",
    help: "how errors count: both classes the same in all, however many bags they have (balanced), or every bag the same (equal)",
  }),
  folds: FOLDS,
  scaling: scaling("floored-z-score"),
  prior: PRIOR_FOR_MEASURES,
  negatives: NEGATIVES,
  unlabeledAs: UNLABELED_AS,
  seed: SEED,
};

/** What a machine on bags has; `usual` is its kernel. */
export function bagMachineOptions(usual: string, help: string) {
  return {
    /** How two bags are compared: a short name such as "set-gaussian", or a specification. */
    kernel: bagKernel(usual, help),
    /** For a kernel with widths that are not given. */
    width: numbers({
      default: [1, 0.5, 0.25, 0.125],
      range: { min: 0, max: 1e12, above: true },
      help: "widths to choose from, as multiples of the median distance, for a kernel whose width is not given",
    }),
    /** For a kernel with a polynomial. */
    degree: integers({
      default: [1, 2, 3],
      range: { min: 1, max: 20 },
      help: "polynomial degrees to choose from, for a polynomial kernel",
    }),
    ...MACHINE_OPTIONS,
    // The whole of a bag counts, so its outliers do: [0, 1] bounds what a single one can do to a distance.
    scaling: scaling("min-max"),
  };
}

/** Where the bias of a machine on instances comes from. */
export const BIASES = ["held-out", "solved"] as const;
export type Bias = (typeof BIASES)[number];

/** What a machine on instances has besides. */
export const INSTANCE_MACHINE_OPTIONS = {
  kernel: choice({
    choices: ["gaussian", "linear"],
    default: "gaussian",
    help: "how two instances are compared",
  }),
  width: widths(`default ${USUAL_SHARES.join(", ")} times the median distance`),
  ...MACHINE_OPTIONS,
  bias: choice({
    choices: BIASES,
    default: "held-out",
    help: "where scores of bags change sign: where held-out bags are told apart evenly (held-out), or as the problem of instances is solved (solved)",
  }),
};
