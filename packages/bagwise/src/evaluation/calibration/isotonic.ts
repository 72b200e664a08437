import { type HeldOut, sampleOf } from "../../model/held-out.js";
import { monotoneSteps, type Step, scored } from "../../prior/estimators/monotone.js";

/** Held-out bags by their scores, from the highest on. */
export interface Ladder {
  /** Distinct. */
  readonly scores: Float64Array;
  /** How many positive bags, and how many of the sample of p(X), have each score. */
  readonly positive: Float64Array;
  readonly sample: Float64Array;
  readonly positives: number;
  readonly size: number;
  /**
   * Stretches of scores with a common ratio of positives to sample, which falls from each to the
   * next: the least concave majorant of the gain curve.
   */
  readonly steps: readonly Step[];
}

/**
 * The scores of the positives and of the sample of p(X), equal ones counted, and the ratio of the
 * two as a function that never falls with the score. Costs one sort.
 */
export function ladderOf(held: HeldOut): Ladder {
  const sample = sampleOf(held);
  const all = Float64Array.from([...held.positive, ...sample])
    .sort()
    .reverse();
  const scores = all.filter((score, k) => k === 0 || score !== all[k - 1]);
  const counted = (own: Float64Array) => {
    const falling = own.slice().sort().reverse();
    let at = 0;
    return scores.map((score) => {
      const from = at;
      while (at < falling.length && falling[at] === score) at++;
      return at - from;
    });
  };
  const [positive, inSample] = [counted(held.positive), counted(sample)];
  const steps = monotoneSteps(scored(scores), positive, inSample);
  return { scores, positive, sample: inSample, positives: held.positive.length, size: sample.length, steps };
}
