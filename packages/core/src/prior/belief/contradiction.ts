import { BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { withAudit } from "./audit.js";
import { flatBelief, withRange } from "./belief.js";
import type { KnownPrior } from "./known-prior.js";
import { describeBelief } from "./summary.js";

/** Two statements contradict each other if one leaves the other less than this probability. */
const UNLIKELY = 0.01;

/** A statement about the prior that an audit makes very unlikely. */
interface Contradiction {
  /** The statement: "range 0 to 0.2", or "prior 0.3". */
  readonly said: string;
  /** The 90 % interval of the prior from the audit alone. */
  readonly low: number;
  readonly high: number;
}

/**
 * Whether a stated range or value contradicts an audit: starting from a flat belief, the audit
 * leaves a probability below 1 % that the prior is as small as the upper end, or as large as the
 * lower end. Null if it does not, or if only one of the two is given. `labelled` is as in
 * `withAudit`. Bayes' rule alone would hide a contradiction: it gives a narrow interval at the end
 * of the range.
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

/** The probability that the prior is below this. Weight is spread evenly over each cell. */
function below({ points, weights }: PriorBelief, end: number): number {
  return points.reduce((sum, pi, i) => {
    const part = (end - pi) / BELIEF_STEP + 0.5;
    return sum + weights[i] * Math.min(1, Math.max(0, part));
  }, 0);
}
