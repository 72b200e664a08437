import { InputError } from "../base/errors.js";

/** How many bags of each class got each answer. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly trueNegative: number;
  readonly falseNegative: number;
}

/**
 * How good decisions and scores are when the truth is known. A measure with denominator 0 is NaN.
 */
export interface Evaluation {
  readonly positive: number;
  readonly negative: number;
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** The probability that a positive bag scores above a negative one; ties count one half. */
  readonly auc: number;
  readonly averagePrecision: number;
  /** The accuracy of always predicting the more frequent class. */
  readonly constantGuess: number;
  readonly confusion: Confusion;
}

/**
 * Compares scores with the truth (1 positive, -1 negative). A score of at least 0 is a positive
 * prediction. Throws an InputError unless both classes occur. Costs O(n log n).
 */
export function evaluate(scores: ArrayLike<number>, truth: ArrayLike<number>): Evaluation {
  const positive = Array.from(truth).filter((label) => label > 0).length;
  const negative = truth.length - positive;
  if (positive === 0 || negative === 0) {
    throw new InputError({
      code: "one-class",
      message: `there are ${positive} positive and ${negative} negative bags, and both kinds are needed`,
      remedy: "Give bags of both kinds, labelled 1 and -1.",
    });
  }
  const confusion = confusionOf(scores, truth);
  const { truePositive, falsePositive, trueNegative, falseNegative } = confusion;
  const recall = truePositive / positive;
  const precision = truePositive / (truePositive + falsePositive);
  return {
    positive,
    negative,
    accuracy: (truePositive + trueNegative) / truth.length,
    balancedAccuracy: (recall + trueNegative / negative) / 2,
    precision,
    recall,
    f1: (2 * truePositive) / (2 * truePositive + falsePositive + falseNegative),
    auc: auc(scores, truth),
    averagePrecision: averagePrecision(scores, truth),
    constantGuess: Math.max(positive, negative) / truth.length,
    confusion,
  };
}

function confusionOf(scores: ArrayLike<number>, truth: ArrayLike<number>): Confusion {
  const counts = { truePositive: 0, falsePositive: 0, trueNegative: 0, falseNegative: 0 };
  for (let i = 0; i < truth.length; i++) {
    if (scores[i] >= 0) counts[truth[i] > 0 ? "truePositive" : "falsePositive"]++;
    else counts[truth[i] > 0 ? "falseNegative" : "trueNegative"]++;
  }
  return counts;
}

/**
 * Indices of the bags from the highest score to the lowest; ties keep their order. With `most`, only
 * the first so many: of many bags, that is several times faster.
 */
export function byScore(scores: ArrayLike<number>, most = scores.length): number[] {
  const order = (i: number, j: number) => scores[j] - scores[i] || i - j;
  const all = Array.from({ length: scores.length }, (_, i) => i);
  if (most >= scores.length || most < 1) return all.sort(order).slice(0, most);
  const ascending = Float64Array.from(scores).sort();
  const least = ascending[scores.length - most];
  // NaN sorts last, and is no score to compare with.
  if (Number.isNaN(ascending[scores.length - 1])) return all.sort(order).slice(0, most);
  return all
    .filter((i) => scores[i] >= least)
    .sort(order)
    .slice(0, most);
}

/**
 * The area under the ROC curve, computed from ranks (Mann-Whitney); ties count one half. NaN unless
 * both classes occur.
 */
export function auc(scores: ArrayLike<number>, truth: ArrayLike<number>): number {
  let wins = 0;
  let above = 0;
  let negatives = 0;
  for (const tied of tiedGroups(scores)) {
    const positive = tied.filter((i) => truth[i] > 0).length;
    const negative = tied.length - positive;
    wins += negative * (above + positive / 2);
    above += positive;
    negatives += negative;
  }
  return wins / (above * negatives);
}

/**
 * The mean precision at the rank of each positive; tied scores share one rank. NaN without
 * positives.
 */
export function averagePrecision(scores: ArrayLike<number>, truth: ArrayLike<number>): number {
  let seen = 0;
  let found = 0;
  let sum = 0;
  for (const tied of tiedGroups(scores)) {
    const positive = tied.filter((i) => truth[i] > 0).length;
    seen += tied.length;
    found += positive;
    sum += positive * (found / seen);
  }
  return sum / found;
}

/** Groups bags with equal scores, highest score first. */
export function tiedGroups(scores: ArrayLike<number>): number[][] {
  const groups: number[][] = [];
  for (const i of byScore(scores)) {
    const last = groups[groups.length - 1];
    if (last !== undefined && scores[last[0]] === scores[i]) last.push(i);
    else groups.push([i]);
  }
  return groups;
}
