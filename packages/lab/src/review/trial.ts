import type { BagSet } from "@bagwise/core/bags";
import { crc32 } from "@bagwise/core/base";
import { type NextBy, type ReviewStart, replayReview } from "@bagwise/core/review";
import { canonical } from "../draws/draw-spec.js";
import type { AnyRecord, RunTrialOptions, TrialTiming } from "../trials/trial.js";

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
 * Replays a review twice from the same start, see `replayReview`. The same bits whenever and wherever it runs.
 * Rejects on abort. Costs a ranking for each round.
 */
export async function runReviewTrial(
  bags: BagSet,
  spec: ReviewSpec,
  { now = () => performance.now(), signal }: RunTrialOptions = {},
): Promise<{ result: ReviewResult; timing: Omit<TrialTiming, "id"> }> {
  const began = now();
  const { start, by, target, confidence, random: randomShare, check: checkShare, seed: rankerSeed } = spec;
  const choices = { start, by, target, confidence, randomShare, checkShare, rankerSeed, signal };
  const replayed = await replayReview(bags, { ...choices, seed: startSeed(spec) });
  const { promised, finds, pool, positives, wss95, wss100, atd, recall10 } = replayed;
  const held = promised.rounds.filter(({ progress: { found, left } }) => {
    const really = positives - found;
    return really >= left.low && really <= left.high;
  }).length;
  const result = {
    ...{ pool, positives, wss95, wss100, atd, recall10 },
    finds: finds.flatMap((find, k) => (find ? [k + 1] : [])),
    work: promised.order.length / pool,
    recall: promised.recall,
    kept: promised.recall >= target - 1e-12,
    covered: promised.rounds.length === 0 ? 1 : held / promised.rounds.length,
  };
  return { result, timing: { draw: 0, train: (now() - began) / 1000, score: 0 } };
}
