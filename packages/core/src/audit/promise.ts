import type { Model } from "../model/model.js";
import { priorOf } from "../prior/belief/used-prior.js";
import { type BagScores, countsOf } from "../scores/bag-scores.js";
import type { PriorBelief } from "../scores/prior-belief.js";
import { heldOutMeasures, type Measure, recallOf } from "../scores/pu-measures.js";
import { shareAmongUnlabeled } from "../scores/scenario.js";
import type { AuditEstimate } from "./estimate.js";

/** What held-out bags promise for a measure, and whether an audit contradicts it. */
export interface AuditPromise {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The intervals of the audit and of the promise do not overlap. */
  readonly contradicted: boolean;
}

/** Null if nothing was promised, or if the answers say nothing. */
export type AuditPromises = Readonly<Record<"precision" | "recall" | "accuracy", AuditPromise | null>>;

/**
 * What a model's held-out scores promise for its predictions about unlabeled bags, to compare with
 * an audit. Without a prior only recall is promised; without held-out scores the result is null. In
 * a single set the labelled bags are left out, because the audit is about the others. Costs as much
 * as `heldOutMeasures`.
 */
export function auditPromises(
  { heldOut, card }: Pick<Model, "heldOut" | "card">,
  estimate: AuditEstimate,
  { threshold }: { threshold: number },
): AuditPromises | null {
  if (heldOut === null) return null;
  const unlabeledAlone: BagScores = { ...heldOut, scenario: "case-control" };
  const options = { threshold, level: estimate.level };
  const promise = (name: keyof AuditPromises, measure: Measure | undefined): AuditPromise | null => {
    const { value: found, low, high } = estimate[name];
    if (measure === undefined || Number.isNaN(measure.value) || found === null) return null;
    const { value, low: from, high: to } = measure;
    return { value, low: from, high: to, contradicted: high < from || low > to };
  };
  if (card.prior === null) {
    const { recall } = recallOf(unlabeledAlone, options);
    return { precision: null, recall: promise("recall", recall), accuracy: null };
  }
  const { value, belief } = priorOf(card.prior);
  const counts = countsOf(heldOut);
  const share = (pi: number) => shareAmongUnlabeled(counts, heldOut.scenario, pi);
  const prior = { prior: share(value), belief: belief && sharesOf(belief, share) };
  const { precision, recall, accuracy } = heldOutMeasures(unlabeledAlone, { ...options, ...prior });
  return {
    precision: promise("precision", precision),
    recall: promise("recall", recall),
    accuracy: promise("accuracy", accuracy),
  };
}

/** The same belief, about the share among the unlabeled bags. */
function sharesOf({ points, weights }: PriorBelief, share: (pi: number) => number): PriorBelief {
  return { points: points.map(share), weights };
}
