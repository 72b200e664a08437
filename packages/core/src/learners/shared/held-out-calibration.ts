import type { Model, ModelCard } from "../../model/model.js";
import type { AuditCounts } from "../../prior/belief/audit.js";
import { flatBelief, pointBelief, startingBelief } from "../../prior/belief/belief.js";
import { applyKnowledge, knowledgeOf } from "../../prior/belief/known-prior.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import { labelledShare, scenarioIn } from "../../scores/scenario.js";
import type { Separation } from "../../scores/separation.js";
import { type CalibrateBy, mixtureCalibration } from "./mixture-calibration.js";

/**
 * The calibration of a model by the mixture of its held-out scores, and its prior with the ranges of probabilities. A
 * learner that calibrates itself keeps what it has. So does a model without held-out scores, without a prior, or whose
 * labels are all known.
 */
export function heldOutCalibration(
  { card, heldOut }: Pick<Model, "card" | "heldOut">,
  separation: Separation | null,
): Pick<ModelCard, "calibration" | "prior"> {
  const { calibration, prior } = card;
  if (calibration !== null || prior === null || heldOut === null || heldOut.unlabeled.length === 0)
    return { calibration, prior };
  const { ranges, ...found } = mixtureCalibration(heldOut, { ...knownAbout(card, prior), separation });
  return { ...found, prior: { ...prior, ranges } };
}

/**
 * What probabilities take for granted about the prior of a model: a prior that you gave, an audit and a belief as they
 * are. The number of an estimator is often far too high, so they start without it and let the scores tell, as `auto`
 * does: of bags with a probability of .5 or more a tenth was positive with it (docs/research/calibration.md).
 */
export function knownAbout(
  { options, training }: Pick<ModelCard, "options" | "training">,
  { value, method, belief }: UsedPrior,
): Pick<CalibrateBy, "start" | "trust"> {
  if (belief !== undefined) return { start: belief, trust: "none" };
  if (method === "given") return { start: pointBelief(value), trust: "none" };
  const labelled = labelledShare(training, scenarioIn(options));
  if (method !== "audit") return { start: applyKnowledge(startingBelief(), {}, { labelled }), trust: "full" };
  const { audited } = options as { readonly audited?: string | AuditCounts };
  return { start: applyKnowledge(flatBelief(), knowledgeOf({ audited }), { labelled }), trust: "none" };
}
