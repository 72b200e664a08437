import { exp, log } from "../../base/portable-math.js";

/**
 * How far to trust what scores say about the prior: in full, in half beside an audit, as a lower bound
 * alone, or not at all. Scores tell the share of bags that look like the labelled positives. That is the prior if the
 * labelled positives are a fair sample of all, and less than the prior if only the easiest were
 * labelled.
 */
export const TRUSTS = ["full", "beside-audit", "lower-bound", "none"] as const;
export type Trust = (typeof TRUSTS)[number];

/** The weight of fair labels in a lower bound. */
const FAIR = 0.25;
/** The probability that scores say anything about the prior, beside an audit. */
const SOUND = 0.5;

/**
 * The log-likelihood of the prior on a grid, as far as it is trusted.
 *
 * Beside an audit, scores say something with probability one half and nothing otherwise: L becomes
 * 1/2 L / mean(L) + 1/2. Answers are surer than a model of scores, so where the two disagree, the
 * answers win. The interval then covered the truth at least as often as Wilson's interval of the same
 * answers, and was a little narrower (docs/research/intervals.md). In full, it covered less often.
 *
 * For a lower bound, an unknown share of positives looks like none of the labelled ones: a prior is
 * as likely as the best one below it. Labels that are fair after all keep some weight (`FAIR`), so the
 * lower end of the interval stays near that for fair labels, and no larger prior is excluded. In 480
 * trials with labels of easy positives, the lower end was always below the truth (docs/tasks/fair-labels.md).
 */
export function trusted(logLikelihood: Float64Array, trust: Trust): Float64Array {
  if (trust === "full") return logLikelihood;
  if (trust === "none") return logLikelihood.map(() => 0);
  const fair = logLikelihood.map(exp);
  if (trust === "beside-audit") {
    const mean = fair.reduce((sum, value) => sum + value, 0) / fair.length;
    return fair.map((value) => log((SOUND * value) / mean + 1 - SOUND));
  }
  const more = new Float64Array(fair.length);
  for (let i = 0, best = 0; i < fair.length; i++) {
    best = Math.max(best, fair[i]);
    more[i] = best;
  }
  const [ofFair, ofMore] = [fair, more].map((values) => values.reduce((sum, value) => sum + value, 0));
  return fair.map((value, i) => log((FAIR * value) / ofFair + ((1 - FAIR) * more[i]) / ofMore));
}
