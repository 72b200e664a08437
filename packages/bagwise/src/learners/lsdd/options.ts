import { checkOptions, type OptionDescription } from "../../base/option.js";
import { distinct } from "../pu-skc/options.js";
import {
  type DensityDifferenceOptions,
  givenPrior,
  inherited,
  inheritedBySetting,
} from "../shared/baseline-options.js";

/** Hyper-parameters of LSDD. Each is optional; defaults stand in LSDD_OPTIONS. */
export interface LsddOptions extends DensityDifferenceOptions {
  /**
   * Without the factor (pi width^2)^(d / 2) in the setting `default`, beside it in the setting
   * `paper`.
   */
  readonly lambda?: number | readonly number[] | undefined;
}

const DEFAULTS = { setting: "default", negatives: "refuse", seed: 0 } as const;

/**
 * What a setting implies; an option overrides it. The first lambda and the first width are taken
 * when nothing can be held out.
 */
const IMPLIED = {
  default: { scaling: "floored-z-score", lambda: [1, 0.1, 10], centres: 1000 },
  paper: { scaling: "none", lambda: [1, 1e-3, 1e-6], centres: 100_000 },
} as const;

/**
 * The widths of the setting `paper`, and those of the setting `default` as shares of the median
 * distance of instances. On Elephant, Musk1 and synthetic bags the latter, with these lambdas,
 * gained 0.03 in balanced accuracy over 0.25, 0.5 and 1 alone; more lambdas gained nothing.
 */
const PAPER_WIDTHS: readonly number[] = [1e-2, 1e-4, 1e-6];
const MEDIAN_SHARES: readonly number[] = [1, 0.125, 0.25, 0.5, 2];

/** The description of an option whose default stands in IMPLIED. */
function implied(name: keyof (typeof IMPLIED)["paper"]): OptionDescription {
  return inheritedBySetting(name, { default: IMPLIED.default[name], paper: IMPLIED.paper[name] });
}

/** What LSDD can be told, as data. Options that other learners have mean the same there. */
export const LSDD_OPTIONS: readonly OptionDescription[] = [
  inherited("setting"),
  inheritedBySetting("width", {
    default: `${MEDIAN_SHARES.join(", ")} times the median distance`,
    paper: PAPER_WIDTHS,
  }),
  implied("lambda"),
  inherited("folds", { help: `${inherited("folds").help}; paper 5` }),
  implied("centres"),
  implied("scaling"),
  inherited("prior"),
  inherited("negatives"),
  inherited("seed"),
];

/**
 * The options with defaults filled in, checked. Widths are undefined where they are shares of the
 * median distance.
 */
export function checkedLsddOptions(options: LsddOptions) {
  const { prior, ...rest } = options;
  checkOptions(LSDD_OPTIONS, rest);
  const setting = options.setting ?? DEFAULTS.setting;
  const widths = options.width ?? (setting === "paper" ? PAPER_WIDTHS : undefined);
  return {
    setting,
    widths: widths === undefined ? undefined : distinct(widths),
    medianShares: MEDIAN_SHARES,
    lambdas: distinct(options.lambda ?? IMPLIED[setting].lambda),
    folds: options.folds,
    centres: options.centres ?? IMPLIED[setting].centres,
    scaling: options.scaling ?? IMPLIED[setting].scaling,
    prior: givenPrior(prior),
    negatives: options.negatives ?? DEFAULTS.negatives,
    seed: options.seed ?? DEFAULTS.seed,
  };
}
