import type { Note } from "../../base/note.js";
import type { Certificate } from "../../model/model.js";
import { priorOf, type UsedPrior } from "../../prior/belief/used-prior.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { heldOutMeasures, type PuMeasures } from "../../scores/pu-measures.js";

/** What may help, for each way in which a solution is not certified. */
interface Advice {
  /** Completes "...; " where numbers are too large, such as "scale the features". */
  readonly invalid: string;
  /** Completes "...; " where the gap is too large, such as "a larger lambda helps". */
  readonly inaccurate: string;
}

/**
 * What a reader of the card should know of its certificate, with advice; nothing where the problem
 * is solved. `problem` names what was solved.
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
 * The note of a card whose setting was not chosen but is the first one; `what` names it, such as
 * "width and lambda".
 */
export function nothingHeldOut(what: string): Note {
  const message = `there are too few bags to hold any out: the first ${what} were used, and nobody knows how well they do`;
  return { code: "nothing-held-out", message };
}

/**
 * A prior that was given, as it stands on a card: nothing is estimated, so its interval is a point.
 */
export function givenPriorCard(prior: number): UsedPrior {
  return { value: prior, low: prior, high: prior, method: "given", clipped: false };
}

/**
 * The measures on a card: null where nothing was held out, and without a prior. Their intervals
 * cover what is not known of the prior, too. The seed of the training does not change them, so that
 * they are those of `bagwise evaluate`.
 */
export function cardMeasures(
  held: BagScores | null,
  prior: UsedPrior | null,
  { bootstrap }: { bootstrap?: number | undefined },
): PuMeasures | null {
  if (held === null || prior === null) return null;
  const { value, belief } = priorOf(prior);
  return heldOutMeasures(held, { prior: value, belief, bootstrap });
}
