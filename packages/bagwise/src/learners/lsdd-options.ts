import type { ScalingMethod } from "../bags/index.js";
import { badOption, checkOptions, type OptionDescription } from "../base/option.js";
import { PU_SKC_OPTIONS } from "./pu-skc-options.js";
import type { NegativeWay } from "./training-bags.js";

/** Settings of a baseline: one that makes sense, and the one of the paper's experiment. */
export const BASELINE_SETTINGS = ["default", "paper"] as const;
export type BaselineSetting = (typeof BASELINE_SETTINGS)[number];

/** Hyper-parameters of LSDD. Each is optional; defaults stand in LSDD_OPTIONS. */
export interface LsddOptions {
  readonly setting?: BaselineSetting | undefined;
  /** Widths of the Gaussian kernel to choose from, in the unit of the scaled features. */
  readonly width?: number | readonly number[] | undefined;
  /** Without the factor (pi width^2)^(d / 2) in the setting `default`, beside it in the setting `paper`. */
  readonly lambda?: number | readonly number[] | undefined;
  readonly folds?: number | undefined;
  readonly centres?: number | undefined;
  readonly scaling?: ScalingMethod | undefined;
  /** A number above 0 and below 1, also as text. */
  readonly prior?: number | string | undefined;
  readonly negatives?: NegativeWay | undefined;
  readonly seed?: number | undefined;
}

const DEFAULTS = { setting: "default", negatives: "refuse", seed: 0 } as const;

/** What a setting implies; an option overrides it. The first lambda and the first width are taken when nothing can be held out. */
const IMPLIED = {
  default: { scaling: "floored-z-score", lambda: [1, 0.1, 10], centres: 1000 },
  paper: { scaling: "none", lambda: [1, 1e-3, 1e-6], centres: 20_000 },
} as const;

/**
 * The widths of the setting `paper`, and those of the setting `default` as shares of the median distance of instances. On Elephant, Musk1 and synthetic bags the latter, with
 * these lambdas, gained 0.03 in balanced accuracy over 0.25, 0.5 and 1 alone; more lambdas gained nothing.
 */
export const PAPER_WIDTHS: readonly number[] = [1e-2, 1e-4, 1e-6];
export const MEDIAN_SHARES: readonly number[] = [1, 0.125, 0.25, 0.5, 2];

const list = (numbers: readonly number[]) => numbers.join(", ");

/** What LSDD can be told, as data. Options that other learners have mean the same there. */
export const LSDD_OPTIONS: readonly OptionDescription[] = [
  {
    name: "setting",
    type: "choice",
    choices: BASELINE_SETTINGS,
    default: DEFAULTS.setting,
    help: "what the other options default to, and how a setting is chosen: one that makes sense, or the paper's experiment",
  },
  {
    name: "width",
    type: "number list",
    default: null,
    range: { min: 0, max: 1e12, above: true },
    help: `widths of the Gaussian kernel on instances to choose from; default ${list(MEDIAN_SHARES)} times the median distance, paper ${list(PAPER_WIDTHS)}`,
  },
  ...shared("lambda", {
    default: null,
    help: `weights of the penalty to choose from; default ${list(IMPLIED.default.lambda)}, paper ${list(IMPLIED.paper.lambda)}`,
  }),
  ...shared("folds", {
    help: "folds of cross-validation; default 5, or the number of positive bags if that is less; paper 5",
  }),
  {
    name: "centres",
    type: "integer",
    default: null,
    range: { min: 1, max: 100_000 },
    help: `the most instances that are kernel centres; of more, so many are drawn; default ${IMPLIED.default.centres}, paper ${IMPLIED.paper.centres}`,
  },
  ...shared("scaling", {
    default: null,
    help: `how features are brought to a common scale; default ${IMPLIED.default.scaling}, paper ${IMPLIED.paper.scaling}`,
  }),
  {
    name: "prior",
    type: "text",
    default: null,
    help: "share of positives among the unlabeled bags, a number; only for measures and probabilities, which there are not without it",
  },
  ...shared("negatives", {}),
  ...shared("seed", {}),
];

/** The options with defaults filled in, checked. Widths are undefined where they come from the median distance. */
export function checkedLsddOptions(options: LsddOptions) {
  const { prior, ...rest } = options;
  checkOptions(LSDD_OPTIONS, rest);
  const setting = options.setting ?? DEFAULTS.setting;
  const widths = options.width ?? (setting === "paper" ? PAPER_WIDTHS : undefined);
  return {
    setting,
    widths: widths === undefined ? undefined : distinct(widths),
    lambdas: distinct(options.lambda ?? IMPLIED[setting].lambda),
    folds: options.folds,
    centres: options.centres ?? IMPLIED[setting].centres,
    scaling: options.scaling ?? IMPLIED[setting].scaling,
    prior: prior === undefined ? undefined : givenPrior(prior),
    negatives: options.negatives ?? DEFAULTS.negatives,
    seed: options.seed ?? DEFAULTS.seed,
  };
}

/** A prior between 0 and 1, both excluded; the command line gives it as text. */
export function givenPrior(prior: number | string): number {
  const value = typeof prior === "string" && prior.trim() !== "" ? Number(prior) : prior;
  if (typeof value === "number" && value > 0 && value < 1) return value;
  throw badOption("prior", prior, "a share above 0 and below 1");
}

/** The option of this name as PU-SKC describes it, with what differs. */
function shared(name: string, change: Partial<OptionDescription>): OptionDescription[] {
  return PU_SKC_OPTIONS.filter((option) => option.name === name).map((option) => ({ ...option, ...change }));
}

function distinct(value: number | readonly number[]): readonly number[] {
  return typeof value === "number" ? [value] : [...new Set(value)];
}
