import {
  boolean,
  choice,
  InputError,
  integer,
  integers,
  number,
  numbers,
  type OptionsOf,
  readOptions,
} from "@bagwise/core/base";
import { FOLDS, NEGATIVES, PRIOR_FOR_MEASURES, SEED, scaling, UNLABELED_AS } from "@bagwise/core/learners";
import { POOLINGS } from "@bagwise/core/scorers";

/** What is minimised on bags. */
const LOSSES = ["positive-negative", "unbiased-pu", "non-negative-pu"] as const;
export type LossName = (typeof LOSSES)[number];

/**
 * Hyper-parameters of networks. The defaults did well on average over Musk1, Musk2, Elephant, Fox and
 * Tiger: with one layer instead of two, Fox and Musk1 lost 3 points and Elephant won 3.
 */
export const NETWORK_OPTIONS = {
  /** How the outputs of instances become the score of a bag, see `pooled`. */
  pooling: choice({
    choices: POOLINGS,
    default: "attention",
    help: "how a bag is scored from its instances: a mean weighted by learned attention (attention), the mean, log-sum-exp, or the highest (max, as in dMIL)",
  }),
  gated: boolean({
    default: false,
    help: "whether attention has a gate, a second layer that can switch its units off",
  }),
  loss: choice({
    choices: LOSSES,
    default: "positive-negative",
    help: "what is minimised: the logistic loss with unlabeled bags as negatives (positive-negative), or the risk of positive and unlabeled bags (unbiased-pu, non-negative-pu), which needs the prior",
  }),
  /** A number above 0 and below 1, also as text. */
  prior: {
    ...PRIOR_FOR_MEASURES,
    help: "share of positives among the unlabeled bags, a number; the PU losses, measures and probabilities need it",
  },
  hidden: integers({
    default: [48],
    range: { min: 1, max: 4096 },
    help: "numbers of units in a hidden layer to choose from; attention has a quarter as many",
  }),
  layers: integer({ default: 2, range: { min: 1, max: 8 }, help: "number of hidden layers" }),
  lambda: numbers({
    default: [0.1],
    range: { min: 0, max: 1e6 },
    help: "weight decays to choose from: each step divides weights by 1 + rate lambda",
  }),
  rate: numbers({
    default: [0.005],
    range: { min: 0, max: 1, above: true },
    help: "learning rates of Adam to choose from",
  }),
  dropout: number({
    default: 0.3,
    range: { min: 0, max: 0.95 },
    help: "share of features that are set to 0 in each step of training, drawn anew each time",
  }),
  epochs: integer({
    default: null,
    range: { min: 1, max: 10_000 },
    help: "maximum number of passes over the bags, of which held-out bags choose; default about 200 steps, in 4 to 40 epochs",
  }),
  batch: integer({
    default: 10,
    range: { min: 1, max: 100_000 },
    help: "number of bags in each step of training, about",
  }),
  members: integer({
    default: 3,
    range: { min: 1, max: 100 },
    help: "number of networks, from different random starts; a bag gets the mean of their scores",
  }),
  folds: FOLDS,
  scaling: scaling("floored-z-score"),
  negatives: NEGATIVES,
  unlabeledAs: UNLABELED_AS,
  seed: SEED,
};

/** Options of networks, all optional. */
export interface NetworkOptions extends OptionsOf<typeof NETWORK_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedNetworkOptions = ReturnType<typeof checkedNetworkOptions>;

/**
 * The options with defaults filled in, checked. Throws an InputError for a PU loss without a prior, or
 * if it is told to drop the unlabeled bags.
 */
export function checkedNetworkOptions(given: NetworkOptions) {
  const options = readOptions(NETWORK_OPTIONS, given);
  const { loss, prior, unlabeledAs } = options;
  if (loss === "positive-negative") return options;
  if (prior === undefined)
    throw new InputError({
      code: "no-prior",
      message: `the loss ${loss} needs the prior, the share of positives among the unlabeled bags`,
      remedy: "Set the option prior to a share such as 0.3, or the option loss to positive-negative.",
    });
  if (unlabeledAs === "drop")
    throw new InputError({
      code: "option",
      message: `the option unlabeledAs is drop, but the loss ${loss} learns from unlabeled bags`,
      remedy: "Leave out the option unlabeledAs, or set the option loss to positive-negative.",
    });
  return options;
}
