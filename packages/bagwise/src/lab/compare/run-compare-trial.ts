import type { BagSet } from "../../bags/bag-set.js";
import type { Model } from "../../model/model.js";
import { drawBags } from "../data/draw-bags.js";
import type { DrawnBags } from "../data/draw-spec.js";
import { type FinishedTrial, learnerSeed, type RunTrialOptions, resultOf } from "../paper/run-trial.js";
import { armLearner } from "./arm.js";
import { audit, withReviewed } from "./audit.js";
import { drawFromFamily, isFamily } from "./family.js";
import { parseKnowledge } from "./knowledge.js";
import type { CompareResult, CompareSpec } from "./spec.js";

export interface FinishedCompareTrial extends Pick<FinishedTrial, "timing"> {
  readonly result: CompareResult;
}

/**
 * Draws the bags of a trial of a comparison, trains its arm, and judges it on the test bags. The
 * result is the same bits whenever and wherever it runs. `bags` are those of the data set, with all
 * labels known; a family needs none. Rejects as `runTrial` does.
 */
export async function runCompareTrial(
  bags: BagSet | undefined,
  spec: CompareSpec,
  options: RunTrialOptions = {},
): Promise<FinishedCompareTrial> {
  const { now = () => performance.now(), signal, onProgress } = options;
  signal?.throwIfAborted();
  const knowledge = parseKnowledge(spec.knowledge);
  const start = now();
  const bare = drawn(bags, spec);
  const reviewed = knowledge.kind === "audit" ? audit(bare, spec, knowledge.bags) : undefined;
  const labelled = knowledge.kind === "audit" && knowledge.labels && reviewed !== undefined;
  const training = labelled ? withReviewed(bare, reviewed) : bare.training;
  const learner = armLearner(spec, {
    truePrior: spec.prior,
    eta: spec.eta,
    seed: learnerSeed(spec),
    audit: reviewed && { positive: reviewed.positive, reviewed: reviewed.bags.length },
  });
  const ready = now();
  const model = await learner.fit(training, { signal, onProgress, findCopies: false });
  const trained = now();
  const scores = model.scores(bare.test);
  const scored = now();
  const positives = bare.test.positive().size;
  const result: CompareResult = {
    ...resultOf(model, scores, bare.test),
    constantAccuracy: (spec.prior >= 0.5 ? positives : bare.test.size - positives) / bare.test.size,
    ...intervalOf(model),
    labeled: bare.training.positive().size,
    unlabeled: bare.training.unlabeled().size,
    test: bare.test.size,
    audited: reviewed === undefined ? null : `${reviewed.positive}/${reviewed.bags.length}`,
  };
  const timing = { draw: (ready - start) / 1000, train: (trained - ready) / 1000, score: (scored - trained) / 1000 };
  return { result, timing };
}

/**
 * An estimator without bootstrap samples has no interval; its card then has the limits of what a
 * prior can be. A belief needs no samples.
 */
function intervalOf({ card: { prior, options } }: Model): Pick<CompareResult, "priorLow" | "priorHigh"> {
  if (prior === null || (options.bootstrap === 0 && prior.method !== "given" && prior.belief === undefined))
    return { priorLow: null, priorHigh: null };
  return { priorLow: prior.low, priorHigh: prior.high };
}

function drawn(bags: BagSet | undefined, spec: CompareSpec): DrawnBags {
  if (isFamily(spec.dataset)) return drawFromFamily(spec);
  if (bags === undefined) throw new Error(`runCompareTrial: no bags for ${spec.dataset}`);
  return drawBags(bags, spec, spec);
}
