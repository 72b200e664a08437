import type { Note } from "../../base/note.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { Scenario } from "../../scores/scenario.js";

/** Resampling bags then means choosing rows and columns, without computing kernels again. */
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
  /** Resamples for the interval; 0 gives an interval that says nothing. Default 200. */
  readonly bootstrap?: number | undefined;
  /** The share of intervals that should cover the truth. Default 0.9. */
  readonly level?: number | undefined;
  /**
   * The regulariser of `pe` and `as-printed`, above 0. Default: by cross-validation for `pe`,
   * 10,000 for `as-printed`.
   */
  readonly eta?: number | undefined;
  /** Folds for held-out scores. Default 5, at most the positive or unlabeled bags. */
  readonly folds?: number | undefined;
  /** The centres of basis functions. Default: all up to 150, else 120 drawn with the seed. */
  readonly centres?: ArrayLike<number> | undefined;
}

/**
 * `refitted`: all was computed again on every bootstrap sample. `fixed-scores`: bags were
 * resampled, scores kept. `subsampled`: the spread over smaller samples, scaled to the full size.
 * `none`: no resampling.
 */
export type IntervalScheme = "refitted" | "fixed-scores" | "subsampled" | "none";

export interface PriorEstimate {
  readonly method: string;
  /** The estimate, clipped to [0.001, 0.999]. */
  readonly value: number;
  /** The estimate before clipping; it may lie outside (0, 1) but is always finite. */
  readonly raw: number;
  /** Whether `value` differs from `raw`. */
  readonly clipped: boolean;
  /** Within [0.001, 0.999], around `value`. Covers chance, not the bias of the method. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly interval: IntervalScheme;
  readonly warnings: readonly Note[];
}
