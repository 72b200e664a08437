import { log } from "../base/portable-math.js";
import type { Random } from "../base/random.js";
import { type BagScores, numbered } from "./bag-scores.js";

/**
 * How often each bag counts, and how often one that nobody has seen: above all scores, or below
 * them.
 */
export interface BagWeights {
  /** Of each positive, then each unlabeled, then each negative bag. */
  readonly bags: Float64Array;
  /** Of unseen positive bags above and below. */
  readonly positive: [number, number];
  /** Of unseen bags of the other kinds. */
  readonly other: [number, number];
}

/** Every bag once, and none unseen. */
export function unitWeights(bags: number): BagWeights {
  return { bags: new Float64Array(bags).fill(1), positive: [0, 0], other: [0, 0] };
}

/**
 * Draws weights for a Bayesian bootstrap (Rubin 1981) of whole clusters: an exponential weight for
 * each cluster, which all its bags have. That 20 of 20 bags pass does not prove that all would, so
 * a bag nobody has seen stands above all scores and another below, with weight Gamma(1/2) each: the
 * share that passes then has Jeffreys' distribution Beta(a + 1/2, b + 1/2) at every threshold. The
 * unseen bags weigh as much as a typical cluster. Costs O(bags).
 */
export function reweighted(scores: BagScores, generator: Random): () => BagWeights {
  const { positive, unlabeled, negative, clusters } = scores;
  const bags = Array.from(
    { length: positive.length + unlabeled.length + negative.length },
    (_, i) => clusters?.[i] ?? i,
  );
  const { of, size } = numbered(bags);
  const typical = (from: number, to: number) => (to - from) / numbered(bags.slice(from, to)).size;
  const perCluster = { positive: typical(0, positive.length), other: typical(positive.length, bags.length) };
  const unseen = (scale: number): [number, number] => [
    (scale * generator.normal() ** 2) / 2,
    (scale * generator.normal() ** 2) / 2,
  ];
  const drawn = new Float64Array(size);
  return () => {
    for (let c = 0; c < size; c++) drawn[c] = -log(1 - generator.uniform());
    return {
      bags: new Float64Array(of.length).map((_, i) => drawn[of[i]]),
      positive: unseen(perCluster.positive),
      other: unseen(perCluster.other),
    };
  };
}
