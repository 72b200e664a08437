import type { Note } from "../../base/note.js";
import { exp, log } from "../../base/portable-math.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { shareBesideLabelled } from "../../scores/scenario.js";
import { normalQuantile } from "../../statistics/normal-quantile.js";
import type { AuditCounts } from "./audit.js";
import { describeBelief } from "./summary.js";

/**
 * How often each of the two tests may be wrong about labels that are a fair sample: together 5 %. In
 * trials with fair labels it was 2 % (docs/tasks/fair-labels.md).
 */
const LEVEL = 0.025;
/** With fewer positives on either side, a comparison of scores says nothing. */
const FEWEST = 3;

/** A positive bag that a review found, with its held-out score. */
export interface AuditedPositive {
  readonly score: number;
  /** How many unlabeled bags it stands for, or in proportion to that. Default 1. */
  readonly weight?: number | undefined;
}

/** Held-out scores of labelled positives against those of positives that a review found. */
export interface ScoreComparison {
  /** The number of labelled positives, and of audited ones. */
  readonly labelled: number;
  readonly audited: number;
  /** The probability that a labelled positive scores above an audited one: 1/2 for a fair sample. */
  readonly above: number;
  /** The distance from 1/2 in standard errors. */
  readonly deviation: number;
  /** Whether it happens in less than 2.5 % of all audits of fairly labelled bags. */
  readonly differs: boolean;
}

/**
 * The test of Mann and Whitney whether labelled and audited positives have the same held-out scores.
 * If labels are a fair sample of all positives, they have, because no fit has seen the bag it scores.
 * Bags of a stratified audit are weighted by what they stand for, and count as the effective number
 * of bags (Kish). Equal scores count half. Null with fewer than 3 positives on either side.
 */
export function compareScores(
  labelled: ArrayLike<number>,
  audited: readonly AuditedPositive[],
): ScoreComparison | null {
  const [n, k] = [labelled.length, audited.length];
  if (n < FEWEST || k < FEWEST) return null;
  const sorted = Float64Array.from(labelled).sort();
  let above = 0;
  let total = 0;
  let squares = 0;
  // In order, so that the order of the answers does not even change a rounding.
  for (const { score, weight = 1 } of [...audited].sort((a, b) => a.score - b.score)) {
    above += weight * (1 - (rank(sorted, score, false) + rank(sorted, score, true)) / (2 * n));
    total += weight;
    squares += weight * weight;
  }
  above /= total;
  const effective = (total * total) / squares;
  const error = Math.sqrt((1 / n + 1 / effective + 1 / (n * effective)) / 12);
  const deviation = (above - 0.5) / error;
  return { labelled: n, audited: k, above, deviation, differs: Math.abs(deviation) > normalQuantile(1 - LEVEL / 2) };
}

/** How many of the sorted values are below this one; with `equal` also those that equal it. */
function rank(sorted: Float64Array, value: number, equal: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value || (equal && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An audit against what labelled positives said about the prior before it. */
export interface PriorComparison {
  /** The share of positives among the unlabeled bags by the scores: mean and 90 % interval. */
  readonly expected: { readonly mean: number; readonly low: number; readonly high: number };
  /** The probability of an audit at least as far off, on either side. */
  readonly chance: number;
  /** Whether that probability is below 2.5 %. */
  readonly differs: boolean;
}

/**
 * How likely an audit is under a belief that has not seen it. `labelled` is as in `withAudit`. Costs
 * O(points x positives).
 */
export function compareWithAudit(
  { points, weights }: PriorBelief,
  { positive, reviewed }: AuditCounts,
  { labelled = 0 }: { labelled?: number } = {},
): PriorComparison {
  const shares = points.map((pi) => Math.min(1 - 1e-9, Math.max(1e-9, shareBesideLabelled(pi, labelled))));
  let [fewer, same] = [0, 0];
  for (const [i, share] of shares.entries()) {
    if (weights[i] === 0) continue;
    const odds = log(share / (1 - share));
    let term = reviewed * log(1 - share);
    for (let k = 0; k < positive; k++) {
      fewer += weights[i] * exp(term);
      term += log((reviewed - k) / (k + 1)) + odds;
    }
    same += weights[i] * exp(term);
  }
  const { mean, low, high } = describeBelief({ points: shares, weights });
  const chance = Math.min(1, 2 * Math.min(fewer + same, 1 - fewer));
  return { expected: { mean, low, high }, chance, differs: chance < LEVEL };
}

/** The note for labelled positives whose scores differ from those of audited ones. */
export function scoreNotes(found: ScoreComparison | null): Note[] {
  if (found === null || !found.differs) return [];
  const { above, audited, deviation } = found;
  const side = deviation > 0 ? "lower" : "higher";
  const kind = deviation > 0 ? "easy ones" : "hard ones";
  const more = deviation > 0 ? "more" : "fewer";
  const message = `the ${audited} positives that the review found score ${side} than the labelled ones, which score above them in ${Math.round(100 * above)} % of all pairs: the labelled positives are no fair sample of all, but mostly ${kind}. There may be ${more} positives than the labels suggest; believe the review`;
  return [{ code: "labels-not-fair", message }];
}

/** The note for an audit that labelled positives would not make one expect. */
export function priorNotes(found: PriorComparison | null, { positive, reviewed }: AuditCounts): Note[] {
  if (found === null || !found.differs) return [];
  const { low, high } = found.expected;
  const message = `the labelled positives suggest that a share of ${low.toFixed(2)} to ${high.toFixed(2)} of the unlabeled bags is positive, but the review found ${positive} of ${reviewed}: probably the labelled positives are no fair sample of all. The review decides about the prior, not the labels`;
  return [{ code: "estimate-against-audit", message }];
}
