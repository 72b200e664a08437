import { InputError } from "../../base/errors.js";
import { badOption } from "../../base/option.js";
import { exp, log } from "../../base/portable-math.js";
import { allKnown, type BagScores, countsOf } from "../../scores/bag-scores.js";
import { BELIEF_GRID, BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { labelledShare } from "../../scores/scenario.js";
import { normalQuantile } from "../../statistics/normal-quantile.js";
import type { PriorEstimate } from "../estimators/estimate.js";
import { flatBelief } from "./belief.js";
import { applyKnowledge, parseKnownPrior } from "./known-prior.js";
import { type ProbabilityRanges, rangeOf } from "./probability-ranges.js";
import { describeBelief } from "./summary.js";
import type { Trust } from "./trust.js";

/** The prior that was used: given, or estimated with an interval. */
export interface UsedPrior extends Pick<PriorEstimate, "value" | "low" | "high" | "method" | "clipped"> {
  /** The whole distribution, if the learner has one. */
  readonly belief?: PriorBelief;
  /** The ranges of the probabilities of bags, if the learner knows them. */
  readonly ranges?: ProbabilityRanges;
}

/** The prior without ranges: they belong to probabilities by the mixture of scores, which may be replaced. */
export function withoutRanges(prior: UsedPrior | null): UsedPrior | null {
  if (prior === null) return null;
  const { ranges: _, ...rest } = prior;
  return rest;
}

/** A prior for an evaluation, and how well it is known. */
export interface EvaluationPrior {
  readonly value: number;
  /** The 90 % interval; both ends are the value if it is exact. */
  readonly low: number;
  readonly high: number;
  /** Absent if the value is exact. */
  readonly belief?: PriorBelief;
  /** How far held-out scores told it. Absent: in full. */
  readonly trust?: Trust;
}

/**
 * The prior of a model's card for an evaluation. A belief is used as it is, and a prior that you
 * gave is exact. An estimate with an interval becomes a belief that is normal in log-odds: the
 * value is its median, and each side is stretched so that 5 % lie beyond each end. A side without
 * width puts its half at the value. The interval of an estimator covers chance but not bias, and so
 * does this belief. Throws an InputError for an invalid prior.
 */
export function priorOf(prior: UsedPrior): EvaluationPrior {
  const { value, low, high, belief } = prior;
  if (![value, low, high].every((share) => share >= 0 && share <= 1))
    throw badOption("prior", value, "the prior of a model, model.card.prior");
  if (belief !== undefined) return { value, low, high, belief, ...trustIn(prior) };
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

/** How far the scores told a belief, by the sources on the card. Beside an audit they count in part. */
function trustIn({ method }: UsedPrior): { trust?: Trust } {
  const told = !/^(no evidence|propensities|the (range given|audit))/.test(method);
  if (method.includes("the audit")) return { trust: told ? "beside-audit" : "none" };
  return told ? {} : { trust: "none" };
}

/**
 * Where the probability of a bag may lie, given all that is uncertain: 90 %. Without ranges, its odds go with those of
 * the prior, from one end of its interval to the other. Null for an exact prior, if there are none.
 */
export function probabilityRange(probability: number, prior: UsedPrior): { low: number; high: number } | null {
  const { value, low, high, ranges } = prior;
  if (ranges !== undefined) return rangeOf(ranges, probability);
  if (!(high > low)) return null;
  const odds = (share: number) => share / (1 - share);
  const at = (pi: number) => {
    const moved = (odds(probability) * odds(pi)) / odds(value);
    return probability === 1 ? 1 : moved / (1 + moved);
  };
  return { low: at(low), high: high === 1 ? 1 : at(high) };
}

/**
 * One half of a normal density in log-odds, as grid weights that sum to 1/2; undefined without
 * width. `off` is the distance of a prior from the centre on this side.
 */
function half(width: number, off: (pi: number) => number): number[] | undefined {
  const sd = width / normalQuantile(0.95);
  // The density in log-odds times the derivative of the log-odds.
  const density = BELIEF_GRID.map((pi) =>
    sd > 0 && off(pi) >= 0 ? exp(-((off(pi) / sd) ** 2) / 2) / (pi * (1 - pi)) : 0,
  );
  const sum = density.reduce((a, b) => a + b, 0);
  return sum > 0 ? density.map((each) => each / (2 * sum)) : undefined;
}

/**
 * A prior that you state for an evaluation. "0.3" is exact. In a range "0.1..0.4" all values are
 * equally likely, unless the model has a belief, which the range then restricts. `labelled` is the
 * share of labelled bags if the prior includes them. Throws an InputError that says how to write
 * it.
 */
export function statedPrior(
  text: string | number,
  {
    believed,
    trust,
    labelled = 0,
  }: { believed?: PriorBelief | undefined; trust?: Trust | undefined; labelled?: number } = {},
): EvaluationPrior {
  if (typeof text === "number" && !(text > 0 && text < 1))
    throw badOption("prior", text, "a share above 0 and below 1");
  const known = parseKnownPrior(String(text));
  const belief = applyKnowledge(believed ?? flatBelief(), known, { labelled });
  const { mean, low, high } = describeBelief(belief);
  if (belief.points.length === 1) return { value: mean, low: mean, high: mean };
  // Scores say nothing about a range alone.
  const told = believed === undefined ? "none" : trust;
  return { value: mean, low, high, belief, ...(told && { trust: told }) };
}

function knownShare({ positive, negative }: BagScores, stated: number | string | undefined): EvaluationPrior {
  const bags = positive.length + negative.length;
  const value = positive.length / bags;
  if (stated === undefined) return { value, low: value, high: value };
  throw new InputError({
    code: "prior-known",
    message: `the option prior is ${stated}, but the labels of all bags are known, and ${positive.length} of ${bags} are positive`,
    remedy: "Leave it out: measures and probabilities are those of these bags.",
  });
}

/**
 * The prior to decide with: what you state, else what the card says; null if neither is known. If the
 * label of every bag is known, so is the share of positives, and there is nothing to state: throws an
 * InputError if you do.
 */
export function priorFor(
  { prior }: { readonly prior: UsedPrior | null },
  held: BagScores | null,
  stated: number | string | undefined,
): EvaluationPrior | null {
  if (held !== null && allKnown(held)) return knownShare(held, stated);
  if (stated === undefined) return prior && priorOf(prior);
  return statedPrior(stated, {
    believed: prior?.belief,
    trust: prior?.belief && trustIn(prior).trust,
    labelled: held === null ? 0 : labelledShare(countsOf(held), held.scenario),
  });
}
