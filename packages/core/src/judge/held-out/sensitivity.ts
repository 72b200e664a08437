import { badOption } from "../../base/option.js";
import type { EvaluationPrior } from "../../prior/belief/used-prior.js";
import type { GivenScores } from "../../scores/bag-scores.js";
import { expectedGain } from "../../scores/expected-gain.js";
import { BELIEF_GRID } from "../../scores/prior-belief.js";
import { heldOutMeasures, type PuMeasures, type PuMeasuresOptions } from "../../scores/pu-measures.js";

export interface SensitivityOptions extends Pick<PuMeasuresOptions, "threshold" | "level" | "seed"> {
  /** Bootstrap samples for intervals at each prior. Default 0: no intervals. */
  readonly bootstrap?: number | undefined;
  /** The prior whose range to look at. */
  readonly prior?: EvaluationPrior | undefined;
  /**
   * The priors to look at, each above 0 and below 1. Default `sensitivityPriors(prior)`. Give one
   * of the two options.
   */
  readonly priors?: readonly number[] | undefined;
  /** Also the expected positives among this many highest-scoring unlabeled bags. Default none. */
  readonly top?: readonly number[] | undefined;
}

/** What each measure would be if the prior were this. */
export interface SensitivityRow {
  readonly prior: number;
  /** Intervals, if requested, cover chance only, because the prior is taken as exact. */
  readonly measures: PuMeasures;
  /** The expected numbers of positives for each of `top`. */
  readonly top: readonly { readonly k: number; readonly value: number; readonly clipped: boolean }[];
}

const POINTS = 10;

/**
 * The priors of a sensitivity table: ten, evenly spread over the 90 % interval. For an exact prior,
 * from half its odds to twice its odds: if you say 0.3, you may also mean 0.2 or 0.4. The prior
 * itself replaces the nearest one, except at the ends.
 */
export function sensitivityPriors({ value, low, high }: EvaluationPrior): number[] {
  const odds = value / (1 - value);
  const share = (o: number) => o / (1 + o);
  // An interval may go to 0 or 1, where measures are not defined.
  const [first, last] = [BELIEF_GRID[0], BELIEF_GRID[BELIEF_GRID.length - 1]];
  const [from, to] =
    high > low ? [low === 0 ? first : low, high === 1 ? last : high] : [share(odds / 2), share(2 * odds)];
  // The last is the end itself: a sum may miss it by its rounding error.
  const even = Array.from({ length: POINTS }, (_, i) =>
    i === POINTS - 1 ? to : from + ((to - from) * i) / (POINTS - 1),
  );
  if (!(value > from && value < to)) return [...new Set([...even, value])].sort((a, b) => a - b);
  const nearest = Math.round(((value - from) / (to - from)) * (POINTS - 1));
  return even.with(Math.min(POINTS - 2, Math.max(1, nearest)), value);
}

/**
 * How each measure changes with the prior, which is usually the least certain input. Costs as much
 * as `heldOutMeasures` for each prior, so intervals are only made on request.
 */
export function sensitivity(held: GivenScores, options: SensitivityOptions): SensitivityRow[] {
  const { prior: centre, priors = centre && sensitivityPriors(centre), top = [], bootstrap = 0, ...rest } = options;
  if (priors === undefined) throw badOption("priors", undefined, "the priors to look at, or a prior");
  const wrong = priors.find((pi) => !(pi > 0 && pi < 1));
  if (wrong !== undefined) throw badOption("priors", wrong, "shares above 0 and below 1");
  return priors.map((prior) => {
    const { found, clippedTo } = expectedGain(held, prior);
    return {
      prior,
      measures: heldOutMeasures(held, { ...rest, bootstrap, prior }),
      top: top.filter((k) => k < found.length).map((k) => ({ k, value: found[k], clipped: k <= clippedTo })),
    };
  });
}
