import { badOption, choice, integer, integers, number, type OptionsOf, readOptions, text } from "../../base/option.js";
import { parseAudit } from "../../prior/belief/known-prior.js";
import {
  isFormerPriorMethod,
  isPriorMethodName,
  noPriorMethod,
  PRIOR_METHOD_NAMES,
} from "../../prior/estimators/method.js";
import { LOSSES } from "../../solver/problem.js";
import { bagKernel } from "../shared/bag-kernel.js";
import { LANDMARK_WAYS } from "../shared/landmarks.js";
import { bootstrap, FOLDS, lambdas, NEGATIVES, SCENARIO, SEED, scaling } from "../shared/options.js";

/**
 * From this many positive bags on, one good estimator of the prior beats the median of several,
 * which costs three times as much.
 */
export const MANY_POSITIVES = 100;

/** Hyper-parameters of PU-SKC. */
export const PU_SKC_OPTIONS = {
  /**
   * A number between 0 and 1, the name of an estimator, or "estimate" for an estimator that suits
   * the data, which is the default.
   */
  prior: text({
    default: null,
    help: `share of positives among the unlabeled bags (single-set: among all bags): a number, or an estimator (${PRIOR_METHOD_NAMES.join(", ")}); default median, or ratio from ${MANY_POSITIVES} positive bags on`,
    read: priorOf,
  }),
  /**
   * Positives among randomly drawn unlabeled bags that you reviewed, such as "7/30". If you give no
   * prior, it is then (7 + 1) / (30 + 2).
   */
  audited: text({
    default: null,
    help: "what you found in randomly drawn unlabeled bags that you reviewed: positives/reviewed, or a CSV file whose answers also become labels; without the option prior, the prior is then (positives + 1) / (reviewed + 2)",
    read: (audited: string, name) => {
      if (typeof audited === "string") return parseAudit(audited);
      throw badOption(name, audited, "a text");
    },
  }),
  /** How two bags are compared: a short name such as "minimax-gaussian", or a specification. */
  kernel: bagKernel(
    "normalised-minimax-polynomial",
    "how two bags are compared: a name, or a specification as JSON; the paper's is minimax-polynomial",
  ),
  scaling: scaling("floored-z-score"),
  loss: choice({ choices: LOSSES, default: "double-hinge", help: "the loss; the paper's is double-hinge" }),
  penalty: choice({
    choices: ["ridge", "rkhs"],
    default: "ridge",
    help: "what is penalised: alpha'alpha as in the paper (ridge), or the norm in the kernel's space (rkhs)",
  }),
  degree: integers({
    default: [1, 2, 3],
    range: { min: 1, max: 20 },
    help: "polynomial degrees to choose from",
  }),
  lambda: lambdas([1, 1e-3, 1e-6]),
  folds: FOLDS,
  searchBags: integer({
    default: 2000,
    range: { min: 10, max: 10_000_000 },
    help: "maximum number of bags on which to choose degree and lambda; drawn at random if there are more",
  }),
  landmarks: integer({
    default: null,
    range: { min: 1, max: 100_000 },
    help: "number of training bags to use as kernel centres; default all of them up to 1,000 bags, and 300 of more",
  }),
  landmarkWay: choice({ choices: LANDMARK_WAYS, default: "k-means++", help: "how landmarks are drawn" }),
  scenario: SCENARIO,
  negatives: NEGATIVES,
  /**
   * The weight from 0 to 1 of the risk of positive and negative bags. Chosen by cross-validation by
   * default, if there are known negatives.
   */
  negativeWeight: number({
    default: null,
    range: { min: 0, max: 1 },
    help: "weight of known negatives against unlabeled bags, from 0 (ignore the negatives) to 1 (ignore the unlabeled bags); default by cross-validation",
  }),
  eta: number({
    default: null,
    range: { min: 0, max: 1e15, above: true },
    help: "regularisation of the estimators pe and as-printed; by default they choose their own",
  }),
  /**
   * Bootstrap samples for the intervals of the prior and of the measures. 0 gives no intervals, and
   * saves most of the time of a small training.
   */
  bootstrap: bootstrap("the prior (default 200) and of the measures (default 500)"),
  seed: SEED,
};

/** Options of PU-SKC, all optional. */
export interface PuSkcOptions extends OptionsOf<typeof PU_SKC_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedPuSkcOptions = ReturnType<typeof checkedPuSkcOptions>;

/** The options with defaults filled in, checked. */
export function checkedPuSkcOptions(options: PuSkcOptions) {
  const { degree: degrees, lambda, ...rest } = readOptions(PU_SKC_OPTIONS, options);
  return { ...rest, degrees, lambdas: lambda };
}

/** A prior above 0 and below 1, or the name of an estimator; undefined for "estimate". */
function priorOf(prior: number | string, name: string) {
  if (prior === "estimate") return undefined;
  const value =
    typeof prior === "string" && prior.trim() !== "" && !Number.isNaN(Number(prior)) ? Number(prior) : prior;
  if (typeof value === "number" ? value > 0 && value < 1 : isPriorMethodName(value))
    return value as number | (typeof PRIOR_METHOD_NAMES)[number];
  if (typeof value === "string" && isFormerPriorMethod(value)) throw noPriorMethod(value);
  throw badOption(name, value, `a share above 0 and below 1, or one of ${PRIOR_METHOD_NAMES.join(", ")}`);
}
