import { InputError } from "../../base/errors.js";
import { log } from "../../base/portable-math.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { shareBesideLabelled } from "../../scores/scenario.js";
import { combine } from "./belief.js";

/** What a review of randomly drawn unlabeled bags found. */
export interface Audit {
  readonly positive: number;
  readonly reviewed: number;
}

/**
 * The belief after an audit: the binomial likelihood of so many positives among so many reviewed
 * bags. It is only valid when the reviewed bags were drawn at random from the unlabeled ones: the
 * top of a ranking, reviewed, would tell of the top alone. An audit of no bag changes nothing;
 * `checkAudit` refuses it where a user gives it.
 *
 * `labelled` is for the single-set scenario, where the prior counts all bags: the share of all bags
 * that was labelled. Among the unlabeled bags the share of positives is then (pi - labelled) / (1 -
 * labelled). Default 0.
 */
export function withAudit(
  belief: PriorBelief,
  { positive, reviewed }: Audit,
  { labelled = 0 }: { labelled?: number } = {},
): PriorBelief {
  const negative = reviewed - positive;
  return combine(belief, (pi) => {
    const share = shareBesideLabelled(pi, labelled);
    if (share <= 0) return positive > 0 ? Number.NEGATIVE_INFINITY : 0;
    return (positive > 0 ? positive * log(share) : 0) + (negative > 0 ? negative * log(1 - share) : 0);
  });
}

/** Throws an InputError unless the counts can be those of an audit of at least one bag. */
export function checkAudit({ positive, reviewed }: Audit): void {
  const whole = [positive, reviewed].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (whole && reviewed > 0 && positive <= reviewed) return;
  const problem =
    whole && reviewed > 0
      ? "finds more positives than bags"
      : whole
        ? "reviews no bag"
        : "is not made of whole numbers";
  throw new InputError({
    code: "audit",
    message: `the audit ${positive}/${reviewed} ${problem}`,
    remedy: "Write positives found / bags reviewed, for example 7/30.",
  });
}
