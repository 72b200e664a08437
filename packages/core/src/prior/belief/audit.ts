import { count, InputError } from "../../base/errors.js";
import { log } from "../../base/portable-math.js";
import { beliefQuantile, type PriorBelief } from "../../scores/prior-belief.js";
import { shareBesideLabelled } from "../../scores/scenario.js";
import { combine } from "./belief.js";
import { BELIEF_LEVEL } from "./summary.js";

/** What a review of random unlabeled bags found. */
export interface AuditCounts {
  readonly positive: number;
  readonly reviewed: number;
}

/**
 * The belief after an audit, by the binomial likelihood of the positives among the reviewed bags.
 * Only valid if the reviewed bags were drawn at random from the unlabeled ones: reviewing the top
 * of a ranking says something about the top only. An audit of no bag changes nothing; `checkAudit`
 * rejects it as user input.
 *
 * `labelled` is for the single-set scenario, where the prior is a share of all bags: it is the
 * share of all bags that was labelled. The share of positives among the unlabeled bags is then (pi
 * - labelled) / (1 - labelled). Default 0.
 */
export function withAudit(
  belief: PriorBelief,
  { positive, reviewed }: AuditCounts,
  { labelled = 0 }: { labelled?: number } = {},
): PriorBelief {
  const negative = reviewed - positive;
  return combine(belief, (pi) => {
    const share = shareBesideLabelled(pi, labelled);
    if (share <= 0) return positive > 0 ? Number.NEGATIVE_INFINITY : 0;
    return (positive > 0 ? positive * log(share) : 0) + (negative > 0 ? negative * log(1 - share) : 0);
  });
}

/**
 * The expected width of the 90 % interval after an audit of `reviewed` bags: the mean of the width
 * after the audit over all possible results, weighted by their probability under the belief (the
 * preposterior expectation). 0 for a point; the current width for an audit of no bag. `labelled` is
 * as in `withAudit`. Costs O(points x reviewed). Nothing underflows up to about 100 bags.
 */
export function expectedAuditWidth(
  { points, weights }: PriorBelief,
  reviewed: number,
  { labelled = 0 }: { labelled?: number } = {},
): number {
  const shares = points.map((pi) => Math.max(0, shareBesideLabelled(pi, labelled)));
  const tail = (1 - BELIEF_LEVEL) / 2;
  // The weight of each point times the probability of k positives, C(n, k) pi^k (1 - pi)^(n - k). A
  // factor leads from k to k + 1, so no logarithm is needed.
  const joint = Float64Array.from(weights);
  for (let i = 0; i < joint.length; i++) for (let n = 0; n < reviewed; n++) joint[i] *= 1 - shares[i];
  let expected = 0;
  for (let k = 0; k <= reviewed; k++) {
    const chance = joint.reduce((sum, value) => sum + value, 0);
    if (chance > 0) {
      const after = { points, weights: Array.from(joint, (value) => value / chance) };
      expected += chance * (beliefQuantile(after, 1 - tail) - beliefQuantile(after, tail));
    }
    for (let i = 0; i < joint.length; i++) joint[i] *= ((reviewed - k) / (k + 1)) * (shares[i] / (1 - shares[i]));
  }
  return expected;
}

/**
 * Throws an InputError if more bags were reviewed than there were unlabeled ones to review: such
 * counts are of other bags, or mistyped.
 */
export function checkAuditSize({ positive, reviewed }: AuditCounts, unlabeled: number): void {
  if (reviewed <= unlabeled) return;
  throw new InputError({
    code: "audit-size",
    message: `the audit ${positive}/${reviewed} covers ${count(reviewed, "bag")}, but only ${count(unlabeled, "bag is", "bags are")} unlabeled`,
    remedy: "Correct the counts. If you reviewed other bags, add them to the data as unlabeled bags.",
  });
}

/** Throws an InputError unless the counts are a possible audit of at least one bag. */
export function checkAudit({ positive, reviewed }: AuditCounts): void {
  const whole = [positive, reviewed].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (whole && reviewed > 0 && positive <= reviewed) return;
  const problem =
    whole && reviewed > 0
      ? "has more positives than bags"
      : whole
        ? "has no reviewed bag"
        : "does not consist of whole numbers";
  throw new InputError({
    code: "audit",
    message: `the audit ${positive}/${reviewed} ${problem}`,
    remedy: "Write positives found / bags reviewed, for example 7/30.",
  });
}
