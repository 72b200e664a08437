import type { PuScores } from "../scores/pu-resampling.js";

/** How many bags of each kind there are; a model's `card.training` is one. */
export interface BagCounts {
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative?: number | undefined;
}

/**
 * The share of labelled positives in the sample that the prior is the share of: 0 unless that is a
 * single set.
 */
export function labelledShare({ positive, unlabeled, negative = 0 }: BagCounts, scenario: unknown): number {
  return scenario === "single-set" ? positive / (positive + unlabeled + negative) : 0;
}

/** The same of held-out scores. */
export function labelledShareOf({ scenario, positive, unlabeled, negative = [] }: PuScores): number {
  return labelledShare({ positive: positive.length, unlabeled: unlabeled.length, negative: negative.length }, scenario);
}
