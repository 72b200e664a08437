import type { PriorBelief } from "../../scores/prior-belief.js";
import { beliefQuantile } from "../../scores/prior-belief.js";
import { shareBesideLabelled } from "../../scores/scenario.js";
import { BELIEF_LEVEL } from "./summary.js";

/**
 * The expected width of the 90 % interval after an audit of `reviewed` bags: the mean over what the
 * audit may find, k positives with the chance that the belief gives them, of the width that the
 * belief would have after it (the preposterior expectation). 0 for a point; the width now for an
 * audit of no bag. Costs O(points x reviewed). Up to about 100 bags nothing underflows. `labelled`
 * is as for `withAudit`.
 */
export function expectedAuditWidth(
  { points, weights }: PriorBelief,
  reviewed: number,
  { labelled = 0 }: { labelled?: number } = {},
): number {
  const shares = points.map((pi) => Math.max(0, shareBesideLabelled(pi, labelled)));
  const tail = (1 - BELIEF_LEVEL) / 2;
  // The weight of each point times the chance of k positives, C(n, k) pi^k (1 - pi)^(n - k); from k
  // to k + 1 by a factor, so that no logarithm is needed.
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
