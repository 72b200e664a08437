import { checkOptions, type OptionDescription } from "../../base/option.js";
import { distinct } from "../pu-skc/options.js";
import {
  type DensityDifferenceOptions,
  givenPrior,
  inherited,
  inheritedBySetting,
} from "../shared/baseline-options.js";

/** Hyper-parameters of DSDD. Each is optional; defaults stand in DSDD_OPTIONS. */
export interface DsddOptions extends DensityDifferenceOptions {
  /** The most convex problems of the concave-convex procedure. */
  readonly steps?: number | undefined;
}

/** Widths of the setting `default` as shares of the median distance of instances. */
const MEDIAN_SHARES: readonly number[] = [0.5, 1];

/**
 * What a setting implies; an option overrides it. The paper's text names the grid of LSDD, the
 * authors' program takes one width and one lambda.
 */
const IMPLIED = {
  default: { scaling: "floored-z-score", lambda: [1e-3, 1e-2, 1e-1], centres: 200, width: undefined, start: "hinge" },
  paper: { scaling: "none", lambda: [1e-2], centres: 100_000, width: [1e-2], start: "program" },
} as const;

const DEFAULTS = { setting: "default", steps: 11, negatives: "refuse", seed: 0 } as const;

/** The description of an option whose default stands in IMPLIED. */
function implied(name: "lambda" | "centres" | "scaling"): OptionDescription {
  return inheritedBySetting(name, { default: IMPLIED.default[name], paper: IMPLIED.paper[name] });
}

/** What DSDD can be told, as data. Options that other learners have mean the same there. */
export const DSDD_OPTIONS: readonly OptionDescription[] = [
  inherited("setting"),
  inheritedBySetting("width", {
    default: `${MEDIAN_SHARES.join(", ")} times the median distance`,
    paper: IMPLIED.paper.width,
  }),
  implied("lambda"),
  {
    name: "steps",
    type: "integer",
    default: DEFAULTS.steps,
    range: { min: 1, max: 1000 },
    help: "the most convex problems that are solved one after the other",
  },
  inherited("folds"),
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
export function checkedDsddOptions(options: DsddOptions) {
  const { prior, ...rest } = options;
  checkOptions(DSDD_OPTIONS, rest);
  const setting = options.setting ?? DEFAULTS.setting;
  const implied = IMPLIED[setting];
  const widths = options.width ?? implied.width;
  return {
    setting,
    start: implied.start,
    widths: widths === undefined ? undefined : distinct(widths),
    medianShares: MEDIAN_SHARES,
    lambdas: distinct(options.lambda ?? implied.lambda),
    steps: options.steps ?? DEFAULTS.steps,
    folds: options.folds,
    centres: options.centres ?? implied.centres,
    scaling: options.scaling ?? implied.scaling,
    prior: givenPrior(prior),
    negatives: options.negatives ?? DEFAULTS.negatives,
    seed: options.seed ?? DEFAULTS.seed,
  };
}
