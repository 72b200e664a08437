import { exp, log } from "../../base/portable-math.js";
import type { PriorBelief } from "../../scores/prior-belief.js";

/** The audit whose worth is told. */
export const WORTH_AUDIT = 30;

/** What answers about the unlabeled bags are worth, as expected shares of right ones. */
export interface DecisionWorth {
  /** By what is believed now. */
  readonly right: number;
  /** If the prior was known. Never less. */
  readonly known: number;
  /** After a review of 30 random unlabeled bags. Between the two. */
  readonly audited: number;
}

/** Unlabeled bags by their scores, and the probability of each for every prior. */
export interface ByPrior {
  readonly belief: PriorBelief;
  /** How many bags have each score. */
  readonly counts: ArrayLike<number>;
  /** probabilities[prior x scores + score]. */
  readonly probabilities: Float64Array;
  /** The share of positives among the bags that would be reviewed, for each prior. */
  readonly shares: ArrayLike<number>;
}

/**
 * A bag is called positive if its probability, averaged over the belief, is at least one half: over the
 * belief, no other rule is right more often. If the prior was known, each of its values would decide by its own
 * probabilities, and after an audit the belief that it leaves. Costs 31 x priors x scores.
 */
export function decisionWorth({ belief, counts, probabilities, shares }: ByPrior): DecisionWorth {
  const scores = counts.length;
  const bags = Array.from(counts).reduce((sum, count) => sum + count, 0);
  /** The share of right answers times the total of these weights of the priors. */
  const rightBy = (weights: ArrayLike<number>) => {
    const positive = new Float64Array(scores);
    let total = 0;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === 0) continue;
      total += weights[i];
      for (let x = 0; x < scores; x++) positive[x] += weights[i] * probabilities[i * scores + x];
    }
    let sum = 0;
    for (let x = 0; x < scores; x++) sum += (counts[x] * Math.max(positive[x], total - positive[x])) / bags;
    return sum;
  };
  const only = (i: number) => belief.weights.map((weight, j) => (i === j ? weight : 0));
  const known = belief.weights.reduce((sum, weight, i) => (weight === 0 ? sum : sum + rightBy(only(i))), 0);
  let audited = 0;
  // The weight of each prior times the probability of k positives; a factor leads from k to k + 1.
  const clipped = belief.points.map((_, i) => Math.min(1 - 1e-9, Math.max(1e-9, shares[i])));
  const joint = belief.weights.map((weight, i) => weight * exp(WORTH_AUDIT * log(1 - clipped[i])));
  for (let k = 0; k <= WORTH_AUDIT; k++) {
    audited += rightBy(joint);
    for (let i = 0; i < joint.length; i++) joint[i] *= ((WORTH_AUDIT - k) / (k + 1)) * (clipped[i] / (1 - clipped[i]));
  }
  return { right: rightBy(belief.weights), known, audited };
}
