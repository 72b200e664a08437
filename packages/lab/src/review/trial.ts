import type { BagSet, Label } from "@bagwise/core/bags";
import { crc32, random } from "@bagwise/core/base";
import { type NextBy, reviewMeasures, simulateReview } from "@bagwise/core/review";
import { reviewRanker } from "@bagwise/core/training";
import { canonical } from "../draws/draw-spec.js";
import type { AnyRecord, RunTrialOptions, TrialTiming } from "../trials/trial.js";

/** What is known when a simulated review begins: one positive bag, or one and a negative one. */
export const REVIEW_STARTS = ["positive", "both"] as const;
export type ReviewStart = (typeof REVIEW_STARTS)[number];

/** One simulated review, as plain data. */
export interface ReviewSpec {
  readonly experiment: "review";
  /** The name of the file without its ending. */
  readonly dataset: string;
  readonly method: "review";
  readonly start: ReviewStart;
  /** Which start, from 0. */
  readonly trial: number;
  readonly by: NextBy;
  readonly random: number;
  readonly check: number;
  readonly target: number;
  readonly confidence: number;
  /** The seed of the whole experiment. */
  readonly seed: number;
}

/** The result of one review; the same bytes whenever and wherever it runs. */
export interface ReviewResult {
  /** Bags that were to be reviewed, and positives among them. */
  readonly pool: number;
  readonly positives: number;
  /** Of the ranking alone, without random draws: see `ReviewMeasures`. */
  readonly wss95: number;
  readonly wss100: number;
  readonly atd: number;
  readonly recall10: number;
  /** How many bags were reviewed when each positive was found, by the ranking alone. */
  readonly finds: readonly number[];
  /** Of the review with random draws and the stopping rule: the share of the bags that was reviewed, and the recall then. */
  readonly work: number;
  readonly recall: number;
  /** Whether the recall reached the target. */
  readonly kept: boolean;
  /** The share of the rounds whose interval held the number of positives that were left. */
  readonly covered: number;
}

export type ReviewRecord = AnyRecord<ReviewSpec, ReviewResult>;

/** What a start depends on: not on how the review goes on. */
export function startSeed({ dataset, start, trial, seed }: ReviewSpec): number {
  return crc32(new TextEncoder().encode(canonical({ dataset, start, trial, seed })));
}

/**
 * Simulates a review twice from the same start: by the ranking alone until every positive is found, for the work
 * saved, and with random draws until the rule says stop, for its honesty. Bags that are not labelled positive
 * are negative. The same bits whenever and wherever it runs. Rejects on abort. Costs a ranking for each round.
 */
export async function runReviewTrial(
  bags: BagSet,
  spec: ReviewSpec,
  { now = () => performance.now(), signal }: RunTrialOptions = {},
): Promise<{ result: ReviewResult; timing: Omit<TrialTiming, "id"> }> {
  const began = now();
  const truth: Label[] = bags.labels().map((label) => (label === "positive" ? "positive" : "negative"));
  const start = startOf(truth, spec);
  const ranker = reviewRanker(bags, { seed: spec.seed });
  const rank = (labels: readonly Label[]) => ranker.rank(labels).scores;
  const ready = now();
  const alone = await simulateReview(truth, rank, { start, by: spec.by, randomShare: 0, until: "all found", signal });
  const { by, target, confidence } = spec;
  const promised = await simulateReview(truth, rank, {
    ...{ start, by, target, confidence, signal },
    randomShare: spec.random,
    checkShare: spec.check,
    seed: startSeed(spec),
  });
  const isFind = alone.order.map((i) => truth[i] === "positive");
  const { pool, positives } = alone;
  const whole = [...isFind, ...new Array<boolean>(pool - isFind.length).fill(false)];
  const held = promised.rounds.filter(({ progress: { found, left } }) => {
    const really = positives - found;
    return really >= left.low && really <= left.high;
  }).length;
  const result = {
    pool,
    positives,
    ...reviewMeasures(whole),
    finds: isFind.flatMap((find, k) => (find ? [k + 1] : [])),
    work: promised.order.length / pool,
    recall: promised.recall,
    kept: promised.recall >= target - 1e-12,
    covered: promised.rounds.length === 0 ? 1 : held / promised.rounds.length,
  };
  const done = now();
  return { result, timing: { draw: (ready - began) / 1000, train: (done - ready) / 1000, score: 0 } };
}

/** A positive bag, and with `both` a negative one, drawn by the seed. */
function startOf(truth: readonly Label[], spec: ReviewSpec): number[] {
  const generator = random(startSeed(spec));
  const one = (label: Label) => {
    const among = truth.flatMap((each, i) => (each === label ? [i] : []));
    return among[generator.below(among.length)];
  };
  return spec.start === "both" ? [one("positive"), one("negative")] : [one("positive")];
}
