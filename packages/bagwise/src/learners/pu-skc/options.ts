import { SCALING_METHODS, type ScalingMethod } from "../../bags/scaling.js";
import { InputError, quote } from "../../base/errors.js";
import { checkOptions, type OptionDescription } from "../../base/option.js";
import { parseKernel } from "../../kernels/parse-kernel.js";
import { parseAudit } from "../../prior/belief/known-prior.js";
import { SCENARIOS, type Scenario } from "../../prior/estimators/estimate.js";
import { isPriorMethodName, PRIOR_METHOD_NAMES } from "../../prior/estimators/method.js";
import { LOSSES, type Loss } from "../../solver/problem.js";
import { LANDMARK_WAYS, type LandmarkWay } from "../shared/landmarks.js";
import { NEGATIVE_USES, type NegativeUse } from "../shared/training-bags.js";
import { PENALTIES, type Penalty } from "./fit.js";

/** Hyper-parameters of PU-SKC. Each is optional; defaults stand in PU_SKC_OPTIONS. */
export interface PuSkcOptions {
  /**
   * A number between 0 and 1, the name of an estimator, or "estimate", which is the default: an
   * estimator that suits the data.
   */
  readonly prior?: number | string | undefined;
  /**
   * Positives found among reviewed unlabeled bags that were drawn at random, such as "7/30". Where
   * no prior is given it is (7 + 1) / (30 + 2).
   */
  readonly audited?: string | undefined;
  readonly kernel?: string | undefined;
  readonly scaling?: ScalingMethod | undefined;
  readonly loss?: Loss | undefined;
  readonly penalty?: Penalty | undefined;
  readonly degree?: number | readonly number[] | undefined;
  readonly lambda?: number | readonly number[] | undefined;
  readonly folds?: number | undefined;
  readonly searchBags?: number | undefined;
  readonly landmarks?: number | undefined;
  readonly landmarkWay?: LandmarkWay | undefined;
  readonly scenario?: Scenario | undefined;
  readonly negatives?: NegativeUse | undefined;
  /**
   * The weight of the risk of positive and negative bags in the whole, 0 to 1. Default by
   * cross-validation, where there are known negatives.
   */
  readonly negativeWeight?: number | undefined;
  readonly eta?: number | undefined;
  /**
   * Resamples behind the intervals of the prior and of the measures; 0 gives none and saves most of
   * the time of a small training.
   */
  readonly bootstrap?: number | undefined;
  readonly seed?: number | undefined;
}

const DEFAULTS = {
  kernel: "normalised-minimax-polynomial",
  scaling: "floored-z-score",
  loss: "double-hinge",
  penalty: "ridge",
  degree: [1, 2, 3],
  lambda: [1, 1e-3, 1e-6],
  searchBags: 2000,
  landmarkWay: "k-means++",
  scenario: "case-control",
  negatives: "use",
  seed: 0,
} as const;

/**
 * From so many positive bags on one good estimator of the prior beats the median of several, which
 * costs three times as much.
 */
export const MANY_POSITIVES = 100;

/** What PU-SKC can be told, as data. */
export const PU_SKC_OPTIONS: readonly OptionDescription[] = [
  {
    name: "prior",
    type: "text",
    default: null,
    help: `share of positives among the unlabeled bags (single-set: among all): a number, or an estimator (${PRIOR_METHOD_NAMES.join(", ")}); default median, or ratio from ${MANY_POSITIVES} positive bags on`,
  },
  {
    name: "audited",
    type: "text",
    default: null,
    help: "random unlabeled bags that were reviewed, positives/reviewed, or a CSV file whose answers also become labels; without --prior the prior is (positives + 1) / (reviewed + 2)",
  },
  {
    name: "kernel",
    type: "text",
    default: DEFAULTS.kernel,
    help: "how two bags are compared; the paper's is minimax-polynomial",
  },
  {
    name: "scaling",
    type: "choice",
    choices: SCALING_METHODS,
    default: DEFAULTS.scaling,
    help: "how features are brought to a common scale",
  },
  {
    name: "loss",
    type: "choice",
    choices: LOSSES,
    default: DEFAULTS.loss,
    help: "the loss; double-hinge is the paper's",
  },
  {
    name: "penalty",
    type: "choice",
    choices: PENALTIES,
    default: DEFAULTS.penalty,
    help: "what is punished: alpha'alpha (the paper), or the norm in the kernel's space",
  },
  {
    name: "degree",
    type: "integer list",
    default: DEFAULTS.degree,
    range: { min: 1, max: 20 },
    help: "degrees of the polynomial to choose from",
  },
  {
    name: "lambda",
    type: "number list",
    default: DEFAULTS.lambda,
    range: { min: 0, max: 1e12, above: true },
    help: "weights of the penalty to choose from",
  },
  {
    name: "folds",
    type: "integer",
    default: null,
    range: { min: 2, max: 1000 },
    help: "folds of cross-validation; default 5, or the number of positive bags if that is less",
  },
  {
    name: "searchBags",
    type: "integer",
    default: DEFAULTS.searchBags,
    range: { min: 10, max: 10_000_000 },
    help: "degree and lambda are chosen on at most so many bags, drawn at random",
  },
  {
    name: "landmarks",
    type: "integer",
    default: null,
    range: { min: 1, max: 100_000 },
    help: "use so many training bags as centres; default all up to 1,000 bags, else 300",
  },
  {
    name: "landmarkWay",
    type: "choice",
    choices: LANDMARK_WAYS,
    default: DEFAULTS.landmarkWay,
    help: "how landmarks are drawn",
  },
  {
    name: "scenario",
    type: "choice",
    choices: SCENARIOS,
    default: DEFAULTS.scenario,
    help: "two independent samples, or one sample of which some positives were labelled",
  },
  {
    name: "negatives",
    type: "choice",
    choices: NEGATIVE_USES,
    default: DEFAULTS.negatives,
    help: "what to do with bags known to be negative: learn from them, or not",
  },
  {
    name: "negativeWeight",
    type: "number",
    default: null,
    range: { min: 0, max: 1 },
    help: "how much known negatives count against unlabeled bags, from 0 (not at all) to 1 (unlabeled bags do not); default by cross-validation",
  },
  {
    name: "eta",
    type: "number",
    default: null,
    range: { min: 0, max: 1e15, above: true },
    help: "the regulariser of the estimators pe and as-printed; default chosen by them",
  },
  {
    name: "bootstrap",
    type: "integer",
    default: null,
    range: { min: 0, max: 100_000 },
    help: "resamples behind the intervals of the prior (default 200) and of the measures (default 500); 0 for no intervals",
  },
  {
    name: "seed",
    type: "integer",
    default: DEFAULTS.seed,
    range: { min: 0, max: 2 ** 32 - 1 },
    help: "the same seed gives the same model",
  },
];

/** The options with defaults filled in, checked. */
export function checkedPuSkcOptions(options: PuSkcOptions) {
  const { prior, ...rest } = options;
  checkOptions(PU_SKC_OPTIONS, rest);
  return {
    prior: prior === undefined || prior === "estimate" ? undefined : checkedPrior(prior),
    audited: options.audited === undefined ? undefined : parseAudit(options.audited),
    kernel: parseKernel(options.kernel ?? DEFAULTS.kernel),
    scaling: options.scaling ?? DEFAULTS.scaling,
    loss: options.loss ?? DEFAULTS.loss,
    penalty: options.penalty ?? DEFAULTS.penalty,
    degrees: distinct(options.degree ?? DEFAULTS.degree),
    lambdas: distinct(options.lambda ?? DEFAULTS.lambda),
    folds: options.folds,
    searchBags: options.searchBags ?? DEFAULTS.searchBags,
    landmarks: options.landmarks,
    landmarkWay: options.landmarkWay ?? DEFAULTS.landmarkWay,
    scenario: options.scenario ?? DEFAULTS.scenario,
    negatives: options.negatives ?? DEFAULTS.negatives,
    negativeWeight: options.negativeWeight,
    eta: options.eta,
    bootstrap: options.bootstrap,
    seed: options.seed ?? DEFAULTS.seed,
  };
}

/** A prior between 0 and 1, both excluded, or the name of an estimator. */
function checkedPrior(prior: number | string) {
  const value =
    typeof prior === "string" && prior.trim() !== "" && !Number.isNaN(Number(prior)) ? Number(prior) : prior;
  if (typeof value === "number" ? value > 0 && value < 1 : isPriorMethodName(value))
    return value as number | (typeof PRIOR_METHOD_NAMES)[number];
  throw new InputError({
    code: "option",
    message: `the prior is ${typeof value === "string" ? quote(value) : value}`,
    remedy: `Give a share above 0 and below 1, or one of ${PRIOR_METHOD_NAMES.join(", ")}.`,
  });
}

/** The numbers of an option that is one number or several, each once. */
export function distinct(value: number | readonly number[]): readonly number[] {
  return typeof value === "number" ? [value] : [...new Set(value)];
}
