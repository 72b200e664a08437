import type { BagSet } from "../bags/bag-set.js";
import type { FitContext, Learner } from "../learners/learner.js";
import type { Model } from "../model/model.js";
import { type BagScores, countsOf } from "../scores/bag-scores.js";
import { heldOutMeasures } from "../scores/pu-measures.js";
import { crossFit } from "./cross-fit.js";

/** What the number of training bags does to the ranking, on the same held-out bags. */
export interface SampleEffect {
  /** The expected AUC of the model, from its held-out scores. */
  readonly auc: number;
  /** The expected AUC of models that learned from half of the bags. */
  readonly halfAuc: number;
  /** The standard error of the difference, bags being drawn anew (DeLong et al. 1988). */
  readonly error: number;
}

/**
 * What half of the training bags would give: the learner is fitted on each half and judged on the other one, and
 * the model by its held-out scores of the same bags, both with the prior of the model. Held-out scores come
 * from fits on most of the bags, so the difference is a little smaller than that between the whole and a half.
 *
 * Null for a model without held-out scores or prior, and if there are too few bags to divide. Costs two fits on
 * half of the bags.
 */
export async function sampleEffect(
  learner: Learner,
  bags: BagSet,
  model: Pick<Model, "card" | "heldOut">,
  { seed = 0, ...context }: Pick<FitContext, "signal" | "execute"> & { readonly seed?: number | undefined } = {},
): Promise<SampleEffect | null> {
  const { heldOut, card } = model;
  const prior = card.prior?.value;
  if (heldOut === null || prior === undefined || prior <= 0 || prior >= 1) return null;
  if (heldOut.positive.length < 4 || heldOut.unlabeled.length < 4) return null;
  const half = await crossFit(learner, bags, { ...context, folds: 2, seed, scenario: heldOut.scenario });
  const [of, halfOf] = [countsOf(heldOut), countsOf(half)];
  if (of.positive !== halfOf.positive || of.unlabeled !== halfOf.unlabeled || of.negative !== halfOf.negative)
    return null;
  const aucOf = (scores: BagScores) => heldOutMeasures(scores, { prior, bootstrap: 0 }).auc.value;
  return { auc: aucOf(heldOut), halfAuc: aucOf(half), error: errorOf(heldOut, half) / (1 - prior) };
}

/** The standard error of the difference of two AUCs of positive against unlabeled bags, the same bags in the same order. */
function errorOf(a: BagScores, b: BagScores): number {
  const [placesA, placesB] = [placements(a), placements(b)];
  const variance = (kind: "positive" | "unlabeled") => {
    const differences = placesA[kind].map((place, k) => place - placesB[kind][k]);
    const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
    const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return squares / (differences.length - 1) / differences.length;
  };
  return Math.sqrt(variance("positive") + variance("unlabeled"));
}

/** For each bag, the share of bags of the other kind that it is ranked right against; ties count one half. */
function placements({ positive, unlabeled }: BagScores): Record<"positive" | "unlabeled", Float64Array> {
  const sorted = (scores: Float64Array) => Float64Array.from(scores).sort();
  const [p, u] = [sorted(positive), sorted(unlabeled)];
  const below = (ascending: Float64Array, score: number) =>
    (countBelow(ascending, score, false) + countBelow(ascending, score, true)) / 2 / ascending.length;
  return {
    positive: positive.map((score) => below(u, score)),
    unlabeled: unlabeled.map((score) => 1 - below(p, score)),
  };
}

/** How many of ascending numbers are below this one, or also equal to it. */
function countBelow(ascending: Float64Array, value: number, orEqual: boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value || (orEqual && ascending[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
