import { log } from "../base/portable-math.js";
import type { Random } from "../base/random.js";
import type { Scenario } from "../prior/estimators/estimate.js";

/** Scores of bags that were held out; a `HeldOut` of a model is one. */
export interface PuScores {
  readonly positive: ArrayLike<number>;
  readonly unlabeled: ArrayLike<number>;
  /**
   * Of known negatives. In a single set they belong to the sample of p(X); of two samples they are
   * in none. Default none.
   */
  readonly negative?: ArrayLike<number> | undefined;
  /** Default "case-control". */
  readonly scenario?: Scenario | undefined;
  /**
   * A number for each positive, then each unlabeled, then each negative bag, equal for bags that
   * are no independent witnesses. Null, the default: all are.
   */
  readonly clusters?: ArrayLike<number> | null | undefined;
}

/**
 * How often each bag counts, and how often one that nobody has seen: above all scores, or below
 * them.
 */
export interface Weights {
  /** Of each positive, then each unlabeled, then each negative bag. */
  readonly bags: Float64Array;
  /** Of unseen positive bags above and below. */
  readonly positive: [number, number];
  /** Of unseen bags of the other kinds. */
  readonly other: [number, number];
}

/** Every bag once, and none unseen. */
export function unitWeights(bags: number): Weights {
  return { bags: new Float64Array(bags).fill(1), positive: [0, 0], other: [0, 0] };
}

/** Numbers from 0 for names, in the order in which they come, and how many there are. */
export function numbered(names: readonly number[]): { readonly of: Uint32Array; readonly size: number } {
  const numbers = new Map<number, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return { of: Uint32Array.from(names, (name) => numbers.get(name) ?? 0), size: numbers.size };
}

/**
 * Draws weights for a Bayesian bootstrap (Rubin 1981) of whole clusters: an exponential weight for
 * each cluster, which all its bags have. That 20 of 20 bags pass does not prove that all would, so
 * a bag nobody has seen stands above all scores and another below, with weight Gamma(1/2) each: the
 * share that passes then has Jeffreys' distribution Beta(a + 1/2, b + 1/2) at every threshold. The
 * unseen bags weigh as much as a typical cluster. Costs O(bags).
 */
export function reweighted(scores: PuScores, generator: Random): () => Weights {
  const { positive, unlabeled, negative = [], clusters } = scores;
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
