import { log } from "../base/portable-math.js";
import type { Random } from "../base/random.js";
import { type BagScores, numbered } from "./bag-scores.js";

/**
 * The weights of the bags in a bootstrap sample, and of bags nobody has seen: some above all
 * scores, some below.
 */
export interface BagWeights {
  /** Weights of the positive, then the unlabeled, then the negative bags. */
  readonly bags: Float64Array;
  /** Weights of unseen positive bags above and below all scores. */
  readonly positive: [number, number];
  /** The same for unseen bags of the other kinds. */
  readonly other: [number, number];
}

/** Every bag is a cluster of its own. */
function alone(bags: number): ReturnType<typeof numbered> {
  return { of: Uint32Array.from({ length: bags }, (_, i) => i), size: bags };
}

/** Weight 1 for every bag, and no unseen bags. */
export function unitWeights(bags: number): BagWeights {
  return { bags: new Float64Array(bags).fill(1), positive: [0, 0], other: [0, 0] };
}

/**
 * Draws weights for a Bayesian bootstrap (Rubin 1981) of whole clusters: all bags of a cluster
 * share one exponential weight.
 *
 * If 20 of 20 bags pass a threshold, that does not prove that all would. So one unseen bag stands
 * above all scores and one below, each with weight Gamma(1/2). At every threshold the share that
 * passes then has Jeffreys' distribution Beta(a + 1/2, b + 1/2). An unseen bag weighs as much as a
 * typical cluster. Each draw costs O(bags).
 *
 * `spread` multiplies the variance of a mean over positive bags: clusters of positives are then left
 * out with a probability of 1 - 2 / (spread + 1). Default 1: none is.
 */
export function reweighted(scores: BagScores, generator: Random): (spread?: number) => BagWeights {
  const { positive, unlabeled, negative, clusters } = scores;
  const count = positive.length + unlabeled.length + negative.length;
  const { of, size } =
    clusters === null ? alone(count) : numbered(Array.from({ length: count }, (_, i) => clusters[i] ?? i));
  const typical = (from: number, to: number) =>
    (to - from) / (clusters === null ? to - from : numbered(Array.from(of.subarray(from, to))).size);
  const perCluster = { positive: typical(0, positive.length), other: typical(positive.length, count) };
  const unseen = (scale: number): [number, number] => [
    (scale * generator.normal() ** 2) / 2,
    (scale * generator.normal() ** 2) / 2,
  ];
  const drawn = new Float64Array(size);
  const ofPositive = new Uint8Array(size);
  for (let i = 0; i < positive.length; i++) ofPositive[of[i]] = 1;
  return (spread = 1) => {
    for (let c = 0; c < size; c++) drawn[c] = -log(1 - generator.uniform());
    if (spread > 1)
      for (let c = 0; c < size; c++) if (ofPositive[c] === 1 && generator.uniform() >= 2 / (spread + 1)) drawn[c] = 0;
    const weights = new Float64Array(of.length);
    for (let i = 0; i < of.length; i++) weights[i] = drawn[of[i]];
    return {
      bags: weights,
      positive: unseen(perCluster.positive),
      other: unseen(perCluster.other),
    };
  };
}
