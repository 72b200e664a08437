import { count } from "../base/errors.js";
import { log } from "../base/portable-math.js";

/** The generalisation bound of Theorem 1, with its two terms. */
export interface Bound {
  /** C = |(alpha, beta)| max |(phi, 1)|. */
  readonly capacity: number;
  /**
   * The term that shrinks with more positive bags: 2 prior / sqrt(N_P), times the common factor.
   */
  readonly positiveTerm: number;
  /** The term that shrinks with more unlabeled bags: 1 / sqrt(N_U), times the common factor. */
  readonly unlabeledTerm: number;
  readonly total: number;
  readonly delta: number;
}

/**
 * Theorem 1 of the paper: sqrt(C^2 log(2 / delta) / 2) (2 prior / sqrt(N_P) + 1 / sqrt(N_U)). It
 * holds for a g that is fixed in advance. For a fitted g it is only an indication, which shows
 * which of the two terms is larger. Default `delta` 0.05.
 */
export function bound({
  capacity,
  prior,
  positive,
  unlabeled,
  delta = 0.05,
}: {
  capacity: number;
  prior: number;
  positive: number;
  unlabeled: number;
  delta?: number;
}): Bound {
  const factor = capacity * Math.sqrt(log(2 / delta) / 2);
  const positiveTerm = (factor * 2 * prior) / Math.sqrt(positive);
  const unlabeledTerm = factor / Math.sqrt(unlabeled);
  return { capacity, positiveTerm, unlabeledTerm, total: positiveTerm + unlabeledTerm, delta };
}

/** Numbers of training bags, by label. */
interface TrainingCounts {
  readonly positive: number;
  readonly unlabeled: number;
}

/** What the two terms of Theorem 1 suggest. */
interface BoundAdvice {
  /** The kind of bag with the larger term, and its share of the bound. */
  readonly larger: keyof TrainingCounts;
  readonly share: number;
  /**
   * By what share the bound falls if you double the bags of this kind. A term falls with the square
   * root of their number.
   */
  readonly doubling: Readonly<Record<keyof TrainingCounts, number>>;
  /** How many more unlabeled bags lower the bound as much as one more positive bag. */
  readonly worth: number;
  /** The same as a sentence, without the full stop. */
  readonly text: string;
}

/** Doubling the bags lowers a term by the share 1 - 1/sqrt(2). */
const DOUBLING = 1 - Math.SQRT1_2;

const NOTHING_TO_LOWER: BoundAdvice = {
  larger: "positive",
  share: 0,
  doubling: { positive: 0, unlabeled: 0 },
  worth: 1,
  text: "the bound is 0 because the model gives all bags the same score, so it cannot tell which bags would help",
};

/**
 * Which kind of bag would lower the bound more, as a share and bag for bag. Needs at least one bag
 * of each kind. A bound of 0, from a model that gives all bags the same score, suggests nothing:
 * shares are 0 and the worth is 1.
 */
export function boundAdvice({ positiveTerm, unlabeledTerm, total }: Bound, bags: TrainingCounts): BoundAdvice {
  if (total === 0) return NOTHING_TO_LOWER;
  const [larger, smaller] =
    positiveTerm >= unlabeledTerm ? (["positive", "unlabeled"] as const) : (["unlabeled", "positive"] as const);
  const share = Math.max(positiveTerm, unlabeledTerm) / total;
  // The slope of c / sqrt(n) is -c / sqrt(n) / 2n.
  const worth = positiveTerm / bags.positive / (unlabeledTerm / bags.unlabeled);
  return {
    larger,
    share,
    doubling: { positive: (DOUBLING * positiveTerm) / total, unlabeled: (DOUBLING * unlabeledTerm) / total },
    worth,
    text: `${shareText(Math.round(100 * share), [larger, smaller], bags)}. ${bagForBag(worth)}`,
  };
}

function shareText(
  percent: number,
  [larger, smaller]: readonly (keyof TrainingCounts)[],
  bags: TrainingCounts,
): string {
  return percent === 50
    ? `half of the bound comes from the ${bags.positive} positive bags and half from the ${bags.unlabeled} unlabeled ones: doubling either would help equally`
    : `${percent} % of the bound comes from the ${bags[larger]} ${larger} bags: doubling those would help more than doubling the ${smaller} ones`;
}

function bagForBag(worth: number): string {
  const [one, many, other] = worth >= 1 ? ["positive", worth, "unlabeled"] : ["unlabeled", 1 / worth, "positive"];
  const number = many < 10 ? Number(many.toFixed(1)) : Math.round(many);
  return number === 1
    ? "Bag for bag, both help equally"
    : `One more ${one} bag helps as much as about ${count(number, `more ${other} one`)}`;
}
