import { count } from "../base/errors.js";
import type { Bound } from "./bound.js";

/** Bags of training, by label. */
export interface BagCounts {
  readonly positive: number;
  readonly unlabeled: number;
}

/** What the two terms of Theorem 1 advise. */
export interface BoundAdvice {
  /** The kind of bag whose term is the larger, and its share of the bound. */
  readonly larger: keyof BagCounts;
  readonly share: number;
  /**
   * By what share the bound falls with twice as many bags of this kind: a term falls with the
   * square root of their number.
   */
  readonly doubling: Readonly<Record<keyof BagCounts, number>>;
  /** So many unlabeled bags lower the bound as much as one positive bag does, for a few of them. */
  readonly worth: number;
  /** The same in a sentence without the full stop. */
  readonly text: string;
}

/** 1 - 1/sqrt(2): what doubling takes from a term. */
const DOUBLING = 1 - Math.SQRT1_2;

const NOTHING_TO_LOWER: BoundAdvice = {
  larger: "positive",
  share: 0,
  doubling: { positive: 0, unlabeled: 0 },
  worth: 1,
  text: "the bound is 0, because the model gives all bags the same score: it tells nothing of what more bags would bring",
};

/**
 * Which kind of bag would lower the bound more, as a share and bag for bag. At least one bag of
 * each kind. A bound of 0, that of a model which gives all bags the same score, advises nothing:
 * shares are 0, the worth is 1.
 */
export function boundAdvice({ positiveTerm, unlabeledTerm, total }: Bound, bags: BagCounts): BoundAdvice {
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

function shareText(percent: number, [larger, smaller]: readonly (keyof BagCounts)[], bags: BagCounts): string {
  return percent === 50
    ? `the bound comes as much from the ${bags.positive} positive bags as from the ${bags.unlabeled} unlabeled ones: twice as many of either would help alike`
    : `${percent} % of the bound comes from the ${bags[larger]} ${larger} bags: twice as many of those would help more than twice as many ${smaller} ones`;
}

function bagForBag(worth: number): string {
  const [one, many, other] = worth >= 1 ? ["positive", worth, "unlabeled"] : ["unlabeled", 1 / worth, "positive"];
  const number = many < 10 ? Number(many.toFixed(1)) : Math.round(many);
  return number === 1
    ? "Bag for bag, both help alike"
    : `Bag for bag, one more ${one} bag does as much as about ${count(number, `${other} one`)}`;
}
