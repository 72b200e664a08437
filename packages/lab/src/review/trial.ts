import type { BagSet, Label } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { reviewMeasures, simulateReview } from "@bagwise/core/review";
import { reviewRanker } from "@bagwise/core/training";
import type { RunTrialOptions, TrialTiming } from "../trials/trial.js";
import { type ReviewResult, type ReviewSpec, startSeed } from "./spec.js";

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
