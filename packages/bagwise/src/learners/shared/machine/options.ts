import { choice, numbers } from "../../../base/option.js";
import { FOLDS, NEGATIVES, PRIOR_FOR_MEASURES, SEED, scaling, UNLABELED_AS, widths } from "../options.js";

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

/** Where the bias of a machine on instances comes from. */
export const BIASES = ["held-out", "solved"] as const;
export type Bias = (typeof BIASES)[number];

export const BIAS = choice({
  choices: BIASES,
  default: "held-out",
  help: "where scores of bags change sign: where held-out bags are told apart best (held-out), or as the problem of instances is solved (solved)",
});

/** What a machine on instances has besides. */
export const INSTANCE_MACHINE_OPTIONS = {
  kernel: choice({
    choices: ["gaussian", "linear"],
    default: "gaussian",
    help: "how two instances are compared",
  }),
  width: widths(`default ${USUAL_SHARES.join(", ")} times the median distance`),
  ...MACHINE_OPTIONS,
};

/** Checked options of a machine on instances, as `instanceMachineData` takes them. */
export function withShares<Options extends { readonly width: readonly number[] | undefined }>({
  width: widths,
  ...rest
}: Options) {
  return { ...rest, widths, shares: USUAL_SHARES };
}
