import type { BagSet } from "../../bags/bag-set.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { statisticsOf } from "../../kernels/statistic/statistics.js";
import { boundedSummaries } from "../../kernels/statistic/summaries.js";
import { withinBounds } from "../../kernels/statistic/within-bounds.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { applyLink, type Link } from "../link.js";
import { topMean } from "../top-mean.js";
import { type Forest, forestScores } from "./forest.js";

/** The mean of linear functions, which is one: weights . x + bias. */
export interface Hyperplane {
  readonly type: "hyperplane";
  readonly weights: Float64Array;
  readonly bias: number;
}

/**
 * Scores bags by an ensemble of trees, or of linear machines. On `bags`, it looks at the minimum, maximum
 * and mean of each feature: g(X) = link(f(summary of X)). On `instances`, g(X) = link(mean of the highest
 * f(x)), so many as are `topShare` of the bag.
 */
export interface ForestScorer {
  readonly kind: "forest";
  readonly on: "bags" | "instances";
  /** 0 means the highest alone. Of no account on `bags`. */
  readonly topShare: number;
  readonly base: Forest | Hyperplane;
  /** The mean of the training bags' means, by feature: what is typical of a bag. */
  readonly centre: Float64Array;
  /** Turns the ranking value into a decision value. Keeps the order. */
  readonly link: Link;
}

/** The values f of rows: summaries of bags, or instances. */
export function baseValues(base: ForestScorer["base"], rows: Matrix): Float64Array {
  if (base.type === "trees") return forestScores(base, rows);
  return linearAlgebra()
    .gemv(rows, base.weights)
    .map((value) => value + base.bias);
}

/** What trees look at for each bag: a row of summaries, without a trace of the bag's size in its means. */
export function summaryRows(bags: BagSet): Matrix {
  return withinBounds(statisticsOf("min-max-mean", bags));
}

/** The value of a bag, before the link, from those of its instances. */
export function pooledValue({ topShare }: Pick<ForestScorer, "topShare">, values: Float64Array): number {
  return topMean(values, topShare);
}

/** The decision value of each scaled bag. Throws an InputError for a bag that cannot be scored. */
export function forestBagScores(scorer: ForestScorer, bags: BagSet): Float64Array {
  const values =
    scorer.on === "bags"
      ? baseValues(scorer.base, boundedSummaries(bags))
      : Float64Array.from(instanceValues(scorer, bags), (each) => pooledValue(scorer, each));
  return applyLink(scorer.link, values);
}

/**
 * The values f of the instances of each bag. The score of an instance is its value through the link:
 * that of a bag of this instance alone.
 */
export function instanceValues({ base }: Pick<ForestScorer, "base">, bags: BagSet): Float64Array[] {
  checkComputable(bags);
  const values = baseValues(base, matrix(bags.instances, bags.dimension, bags.toMatrix()));
  let at = 0;
  return Array.from({ length: bags.size }, (_, i) => {
    at += bags.sizeOf(i);
    return values.slice(at - bags.sizeOf(i), at);
  });
}
