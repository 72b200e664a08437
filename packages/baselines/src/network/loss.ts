import { exp, log1p } from "@bagwise/core/base";
import { sigmoid } from "@bagwise/core/scorers";
import type { LossName } from "./options.js";

/** What a bag counts as in a loss. */
export type ScoredSide = "positive" | "unlabeled" | "negative";

/** The loss of some bags, and its derivative by the score of each. */
export interface NetworkLoss {
  readonly value: number;
  readonly slopes: Float64Array;
}

/**
 * The share of each bag in the means of a loss: 1 / N for its side, over all training bags. With a
 * part of the bags they are scaled, so that the loss of a part is an unbiased estimate.
 */
export interface LossTerms {
  readonly name: LossName;
  readonly sides: readonly ScoredSide[];
  readonly shares: Float64Array;
  /** Only the PU losses use it. */
  readonly prior: number;
  /** The weight w of known negatives in a PU loss, from 0 to 1; 0 without any. */
  readonly negativeWeight: number;
}

/**
 * The loss of bags with scores s.
 *
 * - `positive-negative`: mean_P L(s) / 2 + mean_others L(-s) / 2 with the logistic loss L(z) = log(1 +
 *   e^-z). Both kinds of bags have the same weight, however many there are.
 * - `unbiased-pu` (du Plessis, Niu and Sugiyama 2014): prior mean_P l(s) + N with the sigmoid loss l(z) =
 *   1 / (1 + e^z) and N = mean_U l(-s) - prior mean_P l(-s), an estimate of the risk of negatives.
 * - `non-negative-pu` (Kiryo, Niu, du Plessis and Sugiyama 2017): the same with max(0, N). Where N is
 *   below 0, a step goes up -N alone, as in their algorithm 1 with beta 0 and gamma 1.
 *
 * Known negatives join a PU loss as in PNU learning (Sakai et al. 2017): N becomes (1 - w) N + w (1 -
 * prior) mean_N l(-s), and only the part from unlabeled bags is kept from falling below 0.
 */
export function lossOf(scores: Float64Array, terms: LossTerms): NetworkLoss {
  return terms.name === "positive-negative" ? logistic(scores, terms) : positiveUnlabeled(scores, terms);
}

function logistic(scores: Float64Array, { sides, shares }: LossTerms): NetworkLoss {
  const slopes = new Float64Array(scores.length);
  let value = 0;
  for (let i = 0; i < scores.length; i++) {
    const sign = sides[i] === "positive" ? 1 : -1;
    const margin = sign * scores[i];
    value += 0.5 * shares[i] * (Math.max(0, -margin) + log1p(exp(-Math.abs(margin))));
    slopes[i] = -0.5 * shares[i] * sign * sigmoid(-margin);
  }
  return { value, slopes };
}

function positiveUnlabeled(
  scores: Float64Array,
  { name, sides, shares, prior, negativeWeight: w }: LossTerms,
): NetworkLoss {
  const up = new Float64Array(scores.length);
  const down = new Float64Array(scores.length);
  let [risk, negativeRisk] = [0, 0];
  for (let i = 0; i < scores.length; i++) {
    // l(-s) = sigmoid(s), l(s) = 1 - sigmoid(s), and both have the slope s' (1 - s') but for the sign.
    const p = sigmoid(scores[i]);
    const slope = p * (1 - p);
    if (sides[i] === "positive") {
      risk += prior * shares[i] * (1 - p);
      up[i] = -prior * shares[i] * slope;
      negativeRisk -= (1 - w) * prior * shares[i] * p;
      down[i] = -(1 - w) * prior * shares[i] * slope;
    } else if (sides[i] === "unlabeled") {
      negativeRisk += (1 - w) * shares[i] * p;
      down[i] = (1 - w) * shares[i] * slope;
    } else {
      risk += w * (1 - prior) * shares[i] * p;
      up[i] = w * (1 - prior) * shares[i] * slope;
    }
  }
  if (name === "non-negative-pu" && negativeRisk < 0) return { value: risk, slopes: down.map((slope) => -slope) };
  return { value: risk + negativeRisk, slopes: up.map((slope, i) => slope + down[i]) };
}
