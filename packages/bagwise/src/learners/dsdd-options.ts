import type { ScalingMethod } from "../bags/index.js";
import { checkOptions, type OptionDescription } from "../base/option.js";
import { type BaselineSetting, givenPrior, LSDD_OPTIONS } from "./lsdd-options.js";
import type { NegativeWay } from "./training-bags.js";

/** Hyper-parameters of DSDD. Each is optional; defaults stand in DSDD_OPTIONS. */
export interface DsddOptions {
  readonly setting?: BaselineSetting | undefined;
  /** Widths of the Gaussian kernel to choose from, in the unit of the scaled features. */
  readonly width?: number | readonly number[] | undefined;
  readonly lambda?: number | readonly number[] | undefined;
  /** The most convex problems of the concave-convex procedure. */
  readonly steps?: number | undefined;
  readonly folds?: number | undefined;
  readonly centres?: number | undefined;
  readonly scaling?: ScalingMethod | undefined;
  /** A number above 0 and below 1, also as text. */
  readonly prior?: number | string | undefined;
  readonly negatives?: NegativeWay | undefined;
  readonly seed?: number | undefined;
}

/** Widths of the setting `default` as shares of the median distance of instances. */
export const DSDD_MEDIAN_SHARES: readonly number[] = [0.5, 1];

/** What a setting implies; an option overrides it. The paper's text names the grid of LSDD, the authors' program takes one width and one lambda. */
const IMPLIED = {
  default: { scaling: "floored-z-score", lambda: [1e-3, 1e-2, 1e-1], centres: 200, width: undefined, start: "hinge" },
  paper: { scaling: "none", lambda: [1e-2], centres: 20_000, width: [1e-2], start: "program" },
} as const;

const DEFAULTS = { setting: "default", steps: 11, negatives: "refuse", seed: 0 } as const;

/** What DSDD can be told, as data. Options that other learners have mean the same there. */
export const DSDD_OPTIONS: readonly OptionDescription[] = [
  as("setting"),
  as("width", {
    help: `widths of the Gaussian kernel on instances to choose from; default ${DSDD_MEDIAN_SHARES.join(", ")} times the median distance, paper ${IMPLIED.paper.width.join(", ")}`,
  }),
  as("lambda", {
    help: `weights of the penalty to choose from; default ${IMPLIED.default.lambda.join(", ")}, paper ${IMPLIED.paper.lambda.join(", ")}`,
  }),
  {
    name: "steps",
    type: "integer",
    default: DEFAULTS.steps,
    range: { min: 1, max: 1000 },
    help: "the most convex problems that are solved one after the other",
  },
  as("folds"),
  as("centres", {
    help: `the most instances that are kernel centres; of more, so many are drawn; default ${IMPLIED.default.centres}, paper ${IMPLIED.paper.centres}`,
  }),
  as("scaling"),
  as("prior"),
  as("negatives"),
  as("seed"),
];

/** The options with defaults filled in, checked. Widths are undefined where they come from the median distance. */
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
    lambdas: distinct(options.lambda ?? implied.lambda),
    steps: options.steps ?? DEFAULTS.steps,
    folds: options.folds,
    centres: options.centres ?? implied.centres,
    scaling: options.scaling ?? implied.scaling,
    prior: prior === undefined ? undefined : givenPrior(prior),
    negatives: options.negatives ?? DEFAULTS.negatives,
    seed: options.seed ?? DEFAULTS.seed,
  };
}

/** The option of this name as LSDD describes it, with what differs. */
function as(name: string, change: Partial<OptionDescription> = {}): OptionDescription {
  const found = LSDD_OPTIONS.find((option) => option.name === name);
  if (found === undefined) throw new Error(`LSDD has no option ${name}`);
  return { ...found, ...change };
}

function distinct(value: number | readonly number[]): readonly number[] {
  return typeof value === "number" ? [value] : [...new Set(value)];
}
