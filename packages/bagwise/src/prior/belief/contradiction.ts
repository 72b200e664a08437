import { BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { withAudit } from "./audit.js";
import { flatBelief, withRange } from "./belief.js";
import type { KnownPrior } from "./known-prior.js";
import { describeBelief } from "./summary.js";

/** Two statements contradict each other when one leaves the other less than this chance. */
const UNLIKELY = 0.01;

/** What a user says of the prior that an audit, which he also gives, makes very unlikely. */
export interface Contradiction {
  /** What he says: "range 0 to 0.2", or "prior 0.3". */
  readonly said: string;
  /** The 90 % interval of the prior by the audit alone. */
  readonly low: number;
  readonly high: number;
}

/**
 * Whether a range or a value and an audit contradict each other: with the audit and nothing else,
 * all priors having been alike before, the chance is below 1 % that the prior is as small as the
 * upper end, or as large as the lower end. Null when they do not, and when not both are given.
 * `labelled` is as for `withAudit`. Bayes' rule alone would not tell: it makes a narrow interval at
 * the end of the range.
 */
export function contradictionOf(
  { value, low = 0, high = 1, audit }: KnownPrior,
  { labelled = 0 }: { labelled?: number } = {},
): Contradiction | null {
  if (audit === undefined) return null;
  const possible = labelled > 0 ? withRange(flatBelief(), { low: labelled }) : flatBelief();
  if (possible.points.length === 1) return null;
  const alone = withAudit(possible, audit, { labelled });
  const chance = Math.min(below(alone, value ?? high), 1 - below(alone, value ?? low));
  if (chance >= UNLIKELY) return null;
  const said = value === undefined ? `range ${low} to ${high}` : `prior ${value}`;
  const { low: from, high: to } = describeBelief(alone);
  return { said, low: from, high: to };
}

/** The chance that the prior is below this. Weight is spread evenly over the cell of a point. */
function below({ points, weights }: PriorBelief, end: number): number {
  return points.reduce((sum, pi, i) => {
    const part = (end - pi) / BELIEF_STEP + 0.5;
    return sum + weights[i] * Math.min(1, Math.max(0, part));
  }, 0);
}
