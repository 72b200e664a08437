import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling } from "../../bags/scaling.js";
import type { Note } from "../../base/note.js";
import { type AuditCounts, withAudit } from "../../prior/belief/audit.js";
import { flatBelief, withRange } from "../../prior/belief/belief.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import type { PriorInput } from "../../prior/estimators/estimate.js";
import { estimatePrior } from "../../prior/estimators/estimate-prior.js";
import { priorInput, scaledPriorInput } from "../../prior/estimators/prior-input.js";
import { labelledInSample, labelledShare, priorWithLabelled, type Scenario } from "../../scores/scenario.js";
import { givenPriorCard } from "../shared/card-parts.js";
import { trainingBags } from "../shared/training-bags.js";
import { countsIn, type PuSkcData } from "./data.js";
import { type CheckedPuSkcOptions, MANY_POSITIVES } from "./options.js";

/** The bags that tell the prior. */
interface PriorData extends Pick<PuSkcData, "bags" | "distinct" | "positives" | "negatives" | "scaling"> {
  /** The Gram matrices of all bags, if they are at hand, for the estimator `as-printed`. */
  readonly family: PuSkcData["family"] | undefined;
}

/** How the prior is found. */
type PriorOptions = Pick<
  CheckedPuSkcOptions,
  "prior" | "audited" | "scenario" | "eta" | "bootstrap" | "seed" | "kernel"
>;

const TOO_HIGH: Note = {
  code: "prior-too-high",
  message:
    "an estimated prior is often too high, and its interval does not allow for that: precision and accuracy may be lower than their intervals say. Probabilities do without it: they let held-out scores tell. An audit of 30 unlabeled bags, or a prior that you know, helps",
};

/**
 * The prior that is given, or that an audit tells, or an estimate from the bags, in this order.
 */
export function usedPrior(data: PriorData, options: PriorOptions): { prior: UsedPrior; notes: readonly Note[] } {
  const { audited } = options;
  if (audited === undefined) return toldOrEstimated(data, options);
  if (options.prior === undefined) return auditedPrior(data, options.scenario, audited);
  const { prior, notes } = toldOrEstimated(data, options);
  const message = `the audit is not used, because the prior was given as ${options.prior}; leave the prior out to use the audit`;
  return { prior, notes: [...notes, { code: "audit-unused", message }] };
}

/**
 * The mean (k + 1) / (n + 2) and the interval of the prior, if nothing was known before the audit.
 * In a single set the audit is of the unlabeled part alone.
 */
function auditedPrior(
  data: PriorData,
  scenario: Scenario,
  audit: AuditCounts,
): { prior: UsedPrior; notes: readonly Note[] } {
  const labelled = labelledShare(countsIn(data), scenario);
  const possible = labelled > 0 ? withRange(flatBelief(), { low: labelled }) : flatBelief();
  const { low, high } = describeBelief(withAudit(possible, audit, { labelled }));
  const { positive, reviewed } = audit;
  const value = priorWithLabelled((positive + 1) / (reviewed + 2), labelled);
  const message = `the prior ${Number(value.toFixed(3))} comes from the audit alone, ${positive} of ${reviewed} positive; nothing was estimated from the data`;
  return { prior: { value, low, high, method: "audit", clipped: false }, notes: [{ code: "prior-audited", message }] };
}

function toldOrEstimated(data: PriorData, options: PriorOptions): { prior: UsedPrior; notes: readonly Note[] } {
  const { prior = data.positives < MANY_POSITIVES ? "median" : "ratio", scenario, eta, bootstrap, seed } = options;
  if (typeof prior === "number") return { prior: givenPriorCard(prior), notes: [] };
  const input =
    prior === "as-printed"
      ? classifiersOwn(data, options)
      : scaledPriorInput(bagsForPrior(data, scenario), { scenario, seed });
  const { value, low, high, method, clipped, warnings } = estimatePrior(prior, input, { seed, eta, bootstrap });
  return { prior: { value, low, high, method, clipped }, notes: [...warnings, TOO_HIGH] };
}

/**
 * The bags that tell something about the prior. Known negatives do so only in the single-set
 * scenario, where they are part of the one sample.
 */
function bagsForPrior({ distinct }: PriorData, scenario: Scenario): BagSet {
  return trainingBags(distinct, { negatives: labelledInSample(scenario) ? "unlabeled" : "drop" }).bags;
}

/** The paper's own formula is defined for the classifier's kernel. */
function classifiersOwn(data: PriorData, { scenario, seed, kernel }: PriorOptions): PriorInput {
  if (data.family !== undefined && data.negatives === 0)
    return { gram: data.family.degree(1), positives: data.positives, scenario };
  return priorInput(applyScaling(data.scaling, bagsForPrior(data, scenario)), { scenario, seed, kernel });
}
