import type { Note } from "../../base/note.js";
import type { Certificate } from "../../model/model.js";
import type { KnownPrior } from "../../prior/belief/known-prior.js";
import type { ProbabilityRanges } from "../../prior/belief/probability-ranges.js";
import { describeBelief } from "../../prior/belief/summary.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import type { PriorBelief } from "../../scores/prior-belief.js";

/** What may help if a solution is not certified. */
interface Advice {
  /** Completes "...; " if numbers are too large, such as "scale the features". */
  readonly invalid: string;
  /** Completes "...; " if the gap is too large, such as "a larger lambda may help". */
  readonly inaccurate: string;
}

/**
 * Notes on the certificate, with advice; none if the problem is solved. `problem` names what was
 * solved.
 */
export function certificateNotes(
  { status, relativeGap }: Pick<Certificate, "status" | "relativeGap">,
  { advice, problem = "the training problem" }: { advice: Advice; problem?: string },
): Note[] {
  if (status === "solved") return [];
  const message =
    status === "invalid"
      ? `the training problem has numbers too large to compute with, so the model is useless; ${advice.invalid}`
      : `${problem} was solved only to a relative gap of ${relativeGap.toExponential(1)}; ${advice.inaccurate}`;
  return [{ code: "certificate", message }];
}

/**
 * The note for a setting that was not chosen but is the first one; `what` names it, such as "width
 * and lambda".
 */
export function nothingHeldOut(what: string): Note {
  const message = `there are too few bags to hold any out, so the first ${what} were used; how well they do is unknown`;
  return { code: "nothing-held-out", message };
}

/** A given prior as a card shows it. Nothing is estimated, so its interval is a point. */
export function givenPriorCard(prior: number): UsedPrior {
  return { value: prior, low: prior, high: prior, method: "given", clipped: false };
}

/**
 * The belief as a card shows it. Its mean is the point estimate, because decisions average over it.
 * `source` names the data that told anything; null if none did. `ranges` are those of the bags.
 */
export function believedPrior(
  belief: PriorBelief,
  { value, low, high, audit }: KnownPrior,
  { source, ranges }: { source: "held-out scores" | "propensities" | null; ranges?: ProbabilityRanges | undefined },
): UsedPrior {
  const { mean, low: from, high: to } = describeBelief(belief);
  if (value !== undefined)
    return { value, low: value, high: value, method: "given", clipped: false, ...(ranges && { ranges }) };
  const ranged = low !== undefined || high !== undefined;
  const sources = [
    ...(source === null ? [] : [source]),
    ...(ranged ? ["the range given"] : []),
    ...(audit ? ["the audit"] : []),
  ];
  const method = sources.length === 0 ? "no evidence" : sources.join(" and ");
  return { value: mean, low: from, high: to, method, clipped: false, belief, ...(ranges && { ranges }) };
}
