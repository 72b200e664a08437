import { normalQuantile } from "../../base/normal-quantile.js";
import { badOption } from "../../base/option.js";
import { exp, log } from "../../base/portable-math.js";
import { type BagScores, countsOf } from "../../scores/bag-scores.js";
import { BELIEF_GRID, BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { labelledShare } from "../../scores/scenario.js";
import type { PriorEstimate } from "../estimators/estimate.js";
import { flatBelief } from "./belief.js";
import { applyKnowledge, parseKnownPrior } from "./known-prior.js";
import { describeBelief } from "./summary.js";

/** The prior that was used: given, or estimated with an interval. */
export interface UsedPrior extends Pick<PriorEstimate, "value" | "low" | "high" | "method" | "clipped"> {
  /** The whole distribution, where the learner has one. */
  readonly belief?: PriorBelief;
}

/** A prior to evaluate with, and how well it is known. */
export interface EvaluationPrior {
  readonly value: number;
  /** The 90 % interval; both are the value where it is given exactly. */
  readonly low: number;
  readonly high: number;
  /** Absent where the value is exact. */
  readonly belief?: PriorBelief;
}

/**
 * The prior of a model's card as evaluation needs it. A belief is taken as it is, and a prior that
 * was given is exact. Of an estimate with an interval the belief is a normal one on the scale of
 * log-odds with the value as its median, stretched on each side so that 5 % lie beyond each end; a
 * side without width is one half of all at the value. The interval of an estimator knows chance but
 * not its bias, and so does this belief. An InputError for what is no prior.
 */
export function priorOf(prior: UsedPrior): EvaluationPrior {
  const { value, low, high, belief } = prior;
  if (![value, low, high].every((share) => share >= 0 && share <= 1))
    throw badOption("prior", value, "the prior of a model, model.card.prior");
  if (belief !== undefined) return { value, low, high, belief };
  if (high - low < BELIEF_STEP) return { value, low, high };
  const [first, last] = [BELIEF_GRID[0], BELIEF_GRID[BELIEF_GRID.length - 1]];
  const logOdds = (pi: number) => {
    const inside = Math.min(last, Math.max(first, pi));
    return log(inside / (1 - inside));
  };
  const centre = logOdds(value);
  const below = half(centre - logOdds(low), (pi) => centre - logOdds(pi));
  const above = half(logOdds(high) - centre, (pi) => logOdds(pi) - centre);
  const own = Math.min(BELIEF_GRID.length - 1, Math.floor(value / BELIEF_STEP));
  const weights = BELIEF_GRID.map((_, k) =>
    [below, above].reduce((sum, side) => sum + (side?.[k] ?? +(k === own) / 2), 0),
  );
  return { value, low, high, belief: { points: BELIEF_GRID, weights } };
}

/**
 * One half of a normal density of the log-odds, in weights of the grid that add up to 1/2;
 * undefined where it has no width. `off` is how far a prior is from the centre to this side.
 */
function half(width: number, off: (pi: number) => number): number[] | undefined {
  const sd = width / normalQuantile(0.95);
  // The density of the log-odds, times their slope in pi.
  const density = BELIEF_GRID.map((pi) =>
    sd > 0 && off(pi) >= 0 ? exp(-((off(pi) / sd) ** 2) / 2) / (pi * (1 - pi)) : 0,
  );
  const sum = density.reduce((a, b) => a + b, 0);
  return sum > 0 ? density.map((each) => each / (2 * sum)) : undefined;
}

/**
 * A prior that somebody states for an evaluation: `"0.3"` is exact, and of a range `"0.1..0.4"` all
 * values are as likely, unless the model has a belief, which the range then restricts. `labelled`
 * is the share of labelled bags where the prior counts them. An InputError says how to write it.
 */
export function statedPrior(
  text: string | number,
  { believed, labelled = 0 }: { believed?: PriorBelief | undefined; labelled?: number } = {},
): EvaluationPrior {
  if (typeof text === "number" && !(text > 0 && text < 1))
    throw badOption("prior", text, "a share above 0 and below 1");
  const known = parseKnownPrior(String(text));
  const belief = applyKnowledge(believed ?? flatBelief(), known, { labelled });
  const { mean, low, high } = describeBelief(belief);
  return belief.points.length === 1 ? { value: mean, low: mean, high: mean } : { value: mean, low, high, belief };
}

/**
 * The prior to decide by: what somebody states, else what the card says; null where neither is
 * known.
 */
export function priorFor(
  { prior }: { readonly prior: UsedPrior | null },
  held: BagScores | null,
  stated: number | string | undefined,
): EvaluationPrior | null {
  if (stated === undefined) return prior && priorOf(prior);
  return statedPrior(stated, {
    believed: prior?.belief,
    labelled: held === null ? 0 : labelledShare(countsOf(held), held.scenario),
  });
}
