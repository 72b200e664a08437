import { SCALING_METHODS, type ScalingMethod } from "../../bags/scaling.js";
import { type BySetting, badOption, choice, integer, numbers, text } from "../../base/option.js";
import { LABELLED_WAYS } from "../../prior/belief/known-prior.js";
import { SCENARIOS } from "../../scores/scenario.js";
import { UNLABELED_USES } from "./signed-bags.js";
import { NEGATIVE_USES, NEGATIVE_WAYS } from "./training-bags.js";

// Options that several learners have. One name means the same in all of them.

type Usual<Value> = Value | BySetting<Value>;

/** The settings of a baseline: one that suits new data, and the one of the paper's experiment. */
const BASELINE_SETTINGS = ["default", "paper"] as const;
export type BaselineSetting = (typeof BASELINE_SETTINGS)[number];

export const SETTING = choice({
  choices: BASELINE_SETTINGS,
  default: "default",
  help: "where the other options take their defaults from: what suits new data (default), or the paper's experiment (paper)",
});

export const SCENARIO = choice({
  choices: SCENARIOS,
  default: "case-control",
  help: "how the bags were drawn: as two independent samples (case-control), or as one sample in which some positives were labelled (single-set)",
});

export const LABELLED_HOW = choice({
  choices: LABELLED_WAYS,
  default: "random",
  help: "how the labelled positives were picked from all positives: at random (random), or the easy ones first (easiest), which gives only a lower bound on the share of positives",
});

export const PROPENSITY = text({
  default: null,
  help: "column with the probability that a positive bag like this one is labelled; it tells the prior of a single set, and is not learned from",
  read: (propensity: string, name) => {
    if (typeof propensity === "string" && propensity !== "") return propensity;
    throw badOption(name, propensity, "the name of a column");
  },
});

export const NEGATIVES = choice({
  choices: NEGATIVE_USES,
  default: "use",
  help: "what to do with bags known to be negative: learn from them (use), stop with an error (refuse), treat them as unlabeled, or drop them",
});

/** For a learner that cannot learn from known negatives. */
export const UNUSED_NEGATIVES = choice({
  choices: NEGATIVE_WAYS,
  default: "refuse",
  help: "what to do with bags known to be negative, which this method cannot learn from: stop with an error (refuse), treat them as unlabeled, or drop them",
});

/** For a learner from positive and negative bags. */
export const UNLABELED_AS = choice({
  choices: UNLABELED_USES,
  default: "negative",
  help: "what to do with unlabeled bags, which this method cannot learn from as such: take them for negative (negative), or leave them out (drop)",
});

export const FOLDS = integer({
  default: null,
  range: { min: 2, max: 1000 },
  help: "number of cross-validation folds; default 5, or the number of positive bags if that is smaller",
});

/** The seed of everything that is drawn at random. */
export const SEED = integer({
  default: 0,
  range: { min: 0, max: 2 ** 32 - 1 },
  help: "the same seed gives the same model",
});

/** Widths of the Gaussian kernel, in units of the scaled features. `usual` ends the help. */
export function widths(usual: string) {
  return numbers({
    default: null,
    range: { min: 0, max: 1e12, above: true },
    help: `widths to choose from, of the Gaussian kernel on instances; ${usual}`,
  });
}

/** Below 1e-100, squares of coefficients, which grow as 1 / lambda, come close to overflow. */
export function lambdas(usual: Usual<readonly number[]>) {
  return numbers({
    default: usual,
    range: { min: 1e-100, max: 1e12 },
    help: "penalty weights to choose from",
  });
}

export function centres(usual: Usual<number>) {
  return integer({
    default: usual,
    range: { min: 1, max: 100_000 },
    help: "maximum number of instances to use as kernel centres; drawn at random if there are more",
  });
}

export function scaling(usual: Usual<ScalingMethod>) {
  return choice({ choices: SCALING_METHODS, default: usual, help: "how features are brought to a common scale" });
}

/** `what` names what the intervals are for. */
export function bootstrap(what: string) {
  return integer({
    default: null,
    range: { min: 0, max: 100_000 },
    help: `number of bootstrap samples for the intervals of ${what}; 0 for no intervals`,
  });
}

/** The prior for a learner that needs it only for measures. */
export const PRIOR_FOR_MEASURES = text({
  default: null,
  help: "share of positives among the unlabeled bags, a number; only measures and probabilities need it",
  read: priorNumber,
});

/** The prior for a learner that cuts its ranking by it. */
export const PRIOR_FOR_DECISIONS = text({
  default: null,
  help: "share of positives among the unlabeled bags, a number; about that share of them is then called positive while held out, and measures and probabilities need it",
  read: priorNumber,
});

function priorNumber(prior: number | string, name: string): number {
  const value = typeof prior === "string" && prior.trim() !== "" ? Number(prior) : prior;
  if (typeof value === "number" && value > 0 && value < 1) return value;
  throw badOption(name, prior, "a share above 0 and below 1");
}
