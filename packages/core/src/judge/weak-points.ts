import type { PuMeasures } from "../scores/pu-measures.js";

/** A ranking with a smaller AUC is not called useful. */
const USEFUL_AUC = 0.7;
/** A smaller precision or recall: more calls wrong than right, more positives missed than found. */
const HALF = 0.5;
/** A prior with a wider interval is hardly known. */
const WIDE = 0.3;
/** Nor is one that may be this many times as large as its least value. */
const FACTOR = 10;

/** What the unfavourable end of an interval leaves open, however good its middle looks. */
export type WeakPoint = "ranking" | "precision" | "recall" | "prior";

/** What held-out bags say of a model, and of the prior; null if they say nothing. */
export interface Judged {
  readonly measures: Pick<PuMeasures, "auc" | "precision" | "recall"> | null;
  readonly prior: Interval | null;
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * What cannot be promised of a model, by the lower ends of its intervals: an AUC that may be below 0.7,
 * a precision or recall that may be below one half, a prior whose interval is wider than 0.3, or whose
 * upper end is more than ten times the lower one. Empty if everything is good even then. A measure that is
 * not known (NaN) is no weak point.
 */
export function weakPoints({ measures, prior }: Judged): WeakPoint[] {
  const weak: Readonly<Record<WeakPoint, boolean>> = {
    ranking: measures !== null && measures.auc.low < USEFUL_AUC,
    precision: measures !== null && measures.precision.low < HALF,
    recall: measures !== null && measures.recall.low < HALF,
    prior: prior !== null && isHardlyKnown(prior),
  };
  return (Object.keys(weak) as WeakPoint[]).filter((point) => weak[point]);
}

/** Whether the interval of a prior is wide, or its ends are far apart as numbers of positives. */
export function isHardlyKnown(prior: Interval): boolean {
  return isWide(prior) || prior.high > FACTOR * prior.low;
}

/** Whether the interval is wide, whatever its ends. */
export function isWide({ low, high }: Interval): boolean {
  return high - low > WIDE;
}
