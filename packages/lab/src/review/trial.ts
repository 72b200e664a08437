import type { BagSet } from "@bagwise/core/bags";
import { replayReview } from "@bagwise/core/review";
import type { RunTrialOptions, TrialTiming } from "../trials/trial.js";
import { type ReviewResult, type ReviewSpec, startSeed } from "./spec.js";

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
