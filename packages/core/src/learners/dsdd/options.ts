import { bySetting, integer, type OptionsOf, readOptions } from "../../base/option.js";
import {
  centres,
  FOLDS,
  lambdas,
  PRIOR_FOR_DECISIONS,
  SEED,
  SETTING,
  scaling,
  UNUSED_NEGATIVES,
  widths,
} from "../shared/options.js";

/**
 * The width of the setting `paper`, and those of the setting `default` as multiples of the median
 * distance between instances. The paper's text names the grid of LSDD; the authors' program uses
 * one width and one lambda.
 */
const PAPER_WIDTHS: readonly number[] = [1e-2];
const MEDIAN_SHARES: readonly number[] = [0.5, 1];

/** Hyper-parameters of DSDD. */
export const DSDD_OPTIONS = {
  setting: SETTING,
  /** Widths of the Gaussian kernel to choose from, in units of the scaled features. */
  width: widths(`default ${MEDIAN_SHARES.join(", ")} times the median distance, paper ${PAPER_WIDTHS.join(", ")}`),
  lambda: lambdas(bySetting([1e-3, 1e-2, 1e-1], [1e-2])),
  /** The largest number of convex problems that the concave-convex procedure solves. */
  steps: integer({
    default: 11,
    range: { min: 1, max: 1000 },
    help: "maximum number of convex problems to solve, one after the other",
  }),
  folds: FOLDS,
  centres: centres(bySetting(200, 100_000)),
  scaling: scaling(bySetting("floored-z-score", "none")),
  /** A number above 0 and below 1, also as text. */
  prior: PRIOR_FOR_DECISIONS,
  negatives: UNUSED_NEGATIVES,
  seed: SEED,
};

/** Options of DSDD, all optional. */
export interface DsddOptions extends OptionsOf<typeof DSDD_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedDsddOptions = ReturnType<typeof checkedDsddOptions>;

/**
 * The options with defaults filled in, checked. Widths are undefined if they are multiples of the
 * median distance.
 */
export function checkedDsddOptions(options: DsddOptions) {
  const { width, lambda, ...rest } = readOptions(DSDD_OPTIONS, options);
  const paper = rest.setting === "paper";
  const widths = width ?? (paper ? PAPER_WIDTHS : undefined);
  const start: "program" | "hinge" = paper ? "program" : "hinge";
  return { ...rest, start, widths, medianShares: MEDIAN_SHARES, lambdas: lambda };
}
