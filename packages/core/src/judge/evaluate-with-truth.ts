import type { BagSet } from "../bags/bag-set.js";
import { LABEL_CODE } from "../bags/label.js";
import { random } from "../base/random.js";
import type { Model } from "../model/model.js";
import { bagScores, numbered } from "../scores/bag-scores.js";
import { reweighted } from "../scores/bootstrap.js";
import { type Evaluation, evaluate } from "../scores/classification.js";
import { type EarlyEnrichment, earlyEnrichment } from "../scores/early-enrichment.js";
import { sharesOf, usualBootstrap } from "../scores/pu-measures.js";
import { quantile } from "../statistics/quantile.js";

/** The measures that have an interval. */
export const TRUTH_MEASURES = ["accuracy", "precision", "recall", "auc"] as const;
export type TruthIntervals = Readonly<
  Record<(typeof TRUTH_MEASURES)[number], { readonly low: number; readonly high: number }>
>;

export interface TruthOptions {
  /** Default 0. */
  readonly threshold?: number | undefined;
  /** One number for each bag, equal for bags that are not independent. Default: all are. */
  readonly clusters?: ArrayLike<number> | null | undefined;
  /** Default 0.9. */
  readonly level?: number | undefined;
  /** Default 500, fewer for more than 5,000 bags. */
  readonly bootstrap?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

/**
 * `evaluate` at a threshold, and early enrichment, with bootstrap intervals as for held-out measures, where
 * the negatives take the place of the sample. The share of positives is that of the data. Throws an InputError
 * unless both classes occur. Costs O(bags) for each bootstrap sample.
 */
export function evaluateWithTruth(
  scores: ArrayLike<number>,
  truth: ArrayLike<number>,
  { threshold = 0, clusters, level = 0.9, bootstrap, seed = 0 }: TruthOptions = {},
): Evaluation & EarlyEnrichment & { readonly intervals: TruthIntervals } {
  // x - y is at least 0 exactly if x is at least y, also in floating point.
  const found = evaluate(
    Array.from(scores, (score) => score - threshold),
    truth,
  );
  const rows = Array.from({ length: scores.length }, (_, i) => i);
  const [ones, others] = [rows.filter((i) => truth[i] > 0), rows.filter((i) => !(truth[i] > 0))];
  const parted = bagScores({
    positive: ones.map((i) => scores[i]),
    unlabeled: others.map((i) => scores[i]),
    clusters: clusters && [...ones, ...others].map((i) => clusters[i]),
  });
  const shares = sharesOf(parted, threshold);
  const draw = reweighted(parted, random(seed));
  const share = found.positive / (found.positive + found.negative);
  const replicates = Array.from({ length: bootstrap ?? usualBootstrap(parted) }, () => {
    const { recall, rate, auc } = shares(draw());
    const [right, wrong] = [share * recall, (1 - share) * rate];
    return { recall, auc, precision: right / (right + wrong), accuracy: right + (1 - share) * (1 - rate) };
  });
  const side = (1 - level) / 2;
  const interval = (name: (typeof TRUTH_MEASURES)[number]) => {
    const values = replicates.map((each) => each[name]).filter((each) => !Number.isNaN(each));
    const end = (at: number) => (values.length === 0 ? found[name] : quantile(values, at));
    return { low: Math.min(found[name], end(side)), high: Math.max(found[name], end(1 - side)) };
  };
  return {
    ...found,
    ...earlyEnrichment(scores, truth),
    intervals: {
      accuracy: interval("accuracy"),
      precision: interval("precision"),
      recall: interval("recall"),
      auc: interval("auc"),
    },
  };
}

/** The labelled bags, with their labels as 1 or -1. */
function labelled(bags: BagSet) {
  const known = bags.filter((i) => bags.labelOf(i) !== "unlabeled");
  return { known, truth: known.labels().map((label) => LABEL_CODE[label]) };
}

/**
 * Compares a model with the labels of bags, at its threshold. Unlabeled bags are left out, and bags
 * of one group are not independent. Throws an InputError unless both classes occur.
 */
export function evaluateByLabels(
  model: Model,
  bags: BagSet,
  options: Pick<TruthOptions, "level" | "bootstrap" | "seed">,
): ReturnType<typeof evaluateWithTruth> & { readonly bags: number; readonly unlabeled: number } {
  const { known, truth } = labelled(bags);
  const groups = known.grouped ? Array.from({ length: known.size }, (_, i) => known.groupOf(i)) : null;
  const clusters = groups && numbered(groups).of;
  const found = evaluateWithTruth(model.scores(known), truth, { ...options, threshold: model.threshold, clusters });
  return { bags: known.size, unlabeled: bags.size - known.size, ...found };
}

/** A few of these measures without intervals; null unless both classes occur. */
export function measuresByLabels(model: Model, bags: BagSet) {
  const { known, truth } = labelled(bags);
  if (new Set(truth).size < 2) return null;
  const scores = model.scores(known).map((score) => score - model.threshold);
  const { accuracy, precision, recall, auc } = evaluate(scores, truth);
  return { bags: known.size, accuracy, precision, recall, auc };
}
