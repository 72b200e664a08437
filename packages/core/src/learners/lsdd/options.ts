import { bySetting, type OptionsOf, readOptions } from "../../base/option.js";
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
 * The widths of the setting `paper`, and those of the setting `default` as multiples of the median
 * distance between instances. On Elephant, Musk1 and synthetic bags the latter, with these lambdas,
 * gained 0.03 in balanced accuracy over 0.25, 0.5 and 1 alone; more lambdas gained nothing.
 *
 * The first width and the first lambda are taken if nothing can be held out.
 */
const PAPER_WIDTHS: readonly number[] = [1e-2, 1e-4, 1e-6];
const MEDIAN_SHARES: readonly number[] = [1, 0.125, 0.25, 0.5, 2];

/** Hyper-parameters of LSDD. */
export const LSDD_OPTIONS = {
  setting: SETTING,
  /** Widths of the Gaussian kernel to choose from, in units of the scaled features. */
  width: widths(`default ${MEDIAN_SHARES.join(", ")} times the median distance, paper ${PAPER_WIDTHS.join(", ")}`),
  /**
   * Added to H without the factor (pi width^2)^(d / 2) in the setting `default`, and with it in the
   * setting `paper`.
   */
  lambda: lambdas(bySetting([1, 0.1, 10], [1, 1e-3, 1e-6])),
  folds: { ...FOLDS, help: `${FOLDS.help}; paper 5` },
  centres: centres(bySetting(1000, 100_000)),
  scaling: scaling(bySetting("floored-z-score", "none")),
  /** A number above 0 and below 1, also as text. */
  prior: PRIOR_FOR_DECISIONS,
  negatives: UNUSED_NEGATIVES,
  seed: SEED,
};

/** Options of LSDD, all optional. */
export interface LsddOptions extends OptionsOf<typeof LSDD_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedLsddOptions = ReturnType<typeof checkedLsddOptions>;

/**
 * The options with defaults filled in, checked. Widths are undefined if they are multiples of the
 * median distance.
 */
export function checkedLsddOptions(options: LsddOptions) {
  const { width, lambda, ...rest } = readOptions(LSDD_OPTIONS, options);
  const implied = rest.setting === "paper" ? PAPER_WIDTHS : undefined;
  return { ...rest, widths: width ?? implied, medianShares: MEDIAN_SHARES, lambdas: lambda };
}
