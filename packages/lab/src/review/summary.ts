import { quantile } from "@bagwise/core/statistics";
import { type Spread, spreadOf } from "../trials/spread.js";
import type { ReviewGrid } from "./plan.js";
import type { ReviewRecord, ReviewResult } from "./trial.js";

/** The points of the mean recall curve. */
const POINTS = 100;

/** A point of the recall curve over all reviews. */
export interface RecallPoint {
  /** The share of the bags that is reviewed. */
  readonly reviewed: number;
  readonly mean: number;
  /** Between these are 80 % of the reviews. */
  readonly low: number;
  readonly high: number;
}

/** Simulated reviews as tables and figures need them. */
export interface ReviewSummary extends ReviewGrid {
  readonly dataset: string;
  readonly bags: number;
  readonly positive: number;
  readonly wss95: Spread;
  readonly wss100: Spread;
  readonly atd: Spread;
  readonly recall10: Spread;
  /** Of the stopping rule: the share reviewed, the recall then, in how many reviews it reached the target. */
  readonly work: Spread;
  readonly recall: Spread;
  readonly kept: number;
  /** The mean share of the rounds whose interval held the truth. */
  readonly covered: number;
  readonly curve: readonly RecallPoint[];
  readonly reviews: readonly (Omit<ReviewResult, "finds"> & { readonly trial: number })[];
}

/** The bags that are reviewed. */
export interface ReviewedData {
  readonly name: string;
  readonly bags: number;
  readonly positive: number;
}

/** Summarises all reviews of an experiment. Costs O(reviews x positives). */
export function summariseReviews(
  records: readonly ReviewRecord[],
  { grid, data }: { grid: ReviewGrid; data: ReviewedData },
): ReviewSummary {
  const results = records.map(({ result }) => result);
  const spread = (name: "wss95" | "wss100" | "atd" | "recall10" | "work" | "recall") =>
    spreadOf(results.map((each) => each[name]));
  return {
    ...grid,
    dataset: data.name,
    bags: data.bags,
    positive: data.positive,
    wss95: spread("wss95"),
    wss100: spread("wss100"),
    atd: spread("atd"),
    recall10: spread("recall10"),
    work: spread("work"),
    recall: spread("recall"),
    kept: results.filter(({ kept }) => kept).length,
    covered: results.reduce((sum, { covered }) => sum + covered, 0) / results.length,
    curve: Array.from({ length: POINTS + 1 }, (_, k) => pointAt(results, k / POINTS)),
    reviews: records.map(({ spec: { trial }, result: { finds: _, ...rest } }) => ({ trial, ...rest })),
  };
}

function pointAt(results: readonly ReviewResult[], reviewed: number): RecallPoint {
  const recalls = Float64Array.from(results, ({ finds, pool, positives }) =>
    positives === 0 ? 1 : finds.filter((at) => at <= reviewed * pool + 1e-9).length / positives,
  );
  const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length;
  return { reviewed, mean, low: quantile(recalls, 0.1), high: quantile(recalls, 0.9) };
}
