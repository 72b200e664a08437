/** How well a review went: measures of an order of review, of which all answers are known. */
export interface ReviewMeasures {
  /** Work saved over sampling at 95 and at 100 % recall (Cohen et al. 2006): recall minus the share reviewed. */
  readonly wss95: number;
  readonly wss100: number;
  /** The mean share of the bags that was reviewed when a positive was found (Ferdinands et al. 2020). */
  readonly atd: number;
  /** The share of the positives found when a tenth of the bags was reviewed. */
  readonly recall10: number;
}

/** The share of the bags that has to be reviewed to find this share of the positives. NaN without positives. */
export function workAt(order: ArrayLike<boolean | number>, recall: number): number {
  const finds = findsOf(order);
  // 95 % of 20 is 19, in spite of rounding.
  return finds[Math.max(1, Math.ceil(recall * finds.length - 1e-9)) - 1] / order.length;
}

/**
 * Measures of a review in this order, true for positive. All bags have to be in it, except those that the
 * review began with. NaN without positives. O(bags).
 */
export function reviewMeasures(order: ArrayLike<boolean | number>): ReviewMeasures {
  const finds = findsOf(order);
  const tenth = Math.ceil(order.length / 10);
  return {
    wss95: 0.95 - workAt(order, 0.95),
    wss100: 1 - workAt(order, 1),
    atd: finds.reduce((sum, at) => sum + at, 0) / finds.length / order.length,
    recall10: finds.filter((at) => at <= tenth).length / finds.length,
  };
}

/** How many bags were reviewed when each positive was found. */
function findsOf(order: ArrayLike<boolean | number>): number[] {
  return Array.from(order).flatMap((positive, at) => (positive ? [at + 1] : []));
}
