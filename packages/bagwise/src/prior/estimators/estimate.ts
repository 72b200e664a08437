import type { Note } from "../../base/note.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { Scenario } from "../../scores/scenario.js";

/**
 * What every estimator starts from. Resampling bags is then choosing rows and columns; no kernel is
 * computed again.
 */
export interface PriorInput {
  /** The Gram matrix of all bags, the positive ones first, then the unlabeled ones. */
  readonly gram: Matrix;
  /** The number of positive bags. */
  readonly positives: number;
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
}

export interface PriorOptions {
  /** For folds, centres and resampling. Default 0. */
  readonly seed?: number | undefined;
  /**
   * The number of resamples for the interval; 0 gives the interval that says nothing. Default 200.
   */
  readonly bootstrap?: number | undefined;
  /** The share of such intervals that should cover the truth. Default 0.9. */
  readonly level?: number | undefined;
  /**
   * The regulariser of `pe` and `as-printed`, above 0. Default: by cross-validation for `pe`,
   * 10,000 for `as-printed`.
   */
  readonly eta?: number | undefined;
  /**
   * The number of folds for scores of bags not trained on. Default 5, at most the number of
   * positives or unlabeled.
   */
  readonly folds?: number | undefined;
  /**
   * The bags that basis functions are centred on. Default: all up to 150, else 120 drawn with the
   * seed.
   */
  readonly centres?: ArrayLike<number> | undefined;
}

/**
 * How the interval was made. `refitted`: everything was computed again on every bootstrap sample.
 * `fixed-scores`: the bootstrap resampled bags with the scores they had. `subsampled`: from the
 * spread over smaller samples, scaled to the full size. `none`: no resampling was asked for.
 */
export type IntervalScheme = "refitted" | "fixed-scores" | "subsampled" | "none";

export interface PriorEstimate {
  readonly method: string;
  /** The estimate, clipped to [0.001, 0.999]. */
  readonly value: number;
  /** The estimate as computed; it may lie outside (0, 1). Always finite. */
  readonly raw: number;
  /** Whether `value` is not `raw`. */
  readonly clipped: boolean;
  /**
   * Ends of the interval, within [0.001, 0.999] and around `value`. It knows chance, not the bias
   * of the method.
   */
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly interval: IntervalScheme;
  readonly warnings: readonly Note[];
}
