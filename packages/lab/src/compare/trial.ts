import type { BagSet } from "@bagwise/core/bags";
import { type Model, probabilityOf } from "@bagwise/core/model";
import { drawBags } from "../draws/draw-bags.js";
import type { DrawnBags } from "../draws/draw-spec.js";
import { type FinishedTrial, learnerSeed, type RunTrialOptions, timeTrial } from "../trials/trial.js";
import { armLearner } from "./arm.js";
import { audit, withReviewed } from "./audit.js";
import { parseKnowledge } from "./knowledge.js";
import { reliabilityCounts } from "./reliability-counts.js";
import { type CompareResult, type CompareSpec, drawFromFamily, isFamily } from "./spec.js";

/**
 * Draws the bags of a trial, trains its arm, and evaluates it on the test bags; the same bits
 * whenever and wherever it runs. `bags` have all labels; a family needs none. Rejects as
 * `runTrial`.
 */
export async function runCompareTrial(
  bags: BagSet | undefined,
  spec: CompareSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CompareResult>> {
  const { ready, model, scores, result, timing } = await timeTrial(() => readyTrial(bags, spec), options);
  const { drawn, reviewed } = ready;
  const positives = drawn.test.positive().size;
  return {
    result: {
      ...result,
      constantAccuracy: (spec.prior >= 0.5 ? positives : drawn.test.size - positives) / drawn.test.size,
      ...intervalOf(model),
      labeled: drawn.training.positive().size,
      unlabeled: drawn.training.unlabeled().size,
      test: drawn.test.size,
      audited: reviewed === undefined ? null : `${reviewed.positive}/${reviewed.bags.length}`,
      ...probabilitiesOf(model, scores, drawn.test),
    },
    timing,
  };
}

/** How the model's probabilities of test bags came true; nothing for a model that gives none. */
function probabilitiesOf({ card: { calibration } }: Model, scores: Float64Array, test: BagSet) {
  if (calibration === null) return {};
  const bags = Array.from(scores, (score, i) => ({
    probability: probabilityOf(calibration, score),
    positive: test.labelOf(i) === "positive",
  }));
  return { reliability: reliabilityCounts(bags) };
}

/** The learner of a trial, the bags as drawn, and the training bags with what an audit adds. */
function readyTrial(bags: BagSet | undefined, spec: CompareSpec) {
  const knowledge = parseKnowledge(spec.knowledge);
  const drawn = drawnBags(bags, spec);
  const reviewed = knowledge.kind === "audit" ? audit(drawn, spec, knowledge.bags) : undefined;
  const labelled = knowledge.kind === "audit" && knowledge.labels && reviewed !== undefined;
  const learner = armLearner(spec, {
    truePrior: spec.prior,
    eta: spec.eta,
    seed: learnerSeed(spec),
    audit: reviewed && { positive: reviewed.positive, reviewed: reviewed.bags.length },
  });
  const training = labelled ? withReviewed(drawn, reviewed) : drawn.training;
  return { learner, training, test: drawn.test, drawn, reviewed };
}

/** Without bootstrap samples an estimator has no interval. A belief needs no samples. */
function intervalOf({ card: { prior, options } }: Model): Pick<CompareResult, "priorLow" | "priorHigh"> {
  if (prior === null || (options.bootstrap === 0 && prior.method !== "given" && prior.belief === undefined))
    return { priorLow: null, priorHigh: null };
  return { priorLow: prior.low, priorHigh: prior.high };
}

function drawnBags(bags: BagSet | undefined, spec: CompareSpec): DrawnBags {
  if (isFamily(spec.dataset)) return drawFromFamily(spec);
  if (bags === undefined) throw new Error(`runCompareTrial: no bags for ${spec.dataset}`);
  return drawBags(bags, spec, spec);
}
