import { type Scored, scored } from "../../statistics/monotone-ratio.js";
import type { PriorProblem } from "./problem.js";
import { crossFittedRatio } from "./ratio-fit.js";
import { type SampleWeights, weightedMean, weightsOf } from "./weights.js";

/** The penalties for cross-validation. The kernel is normalised, so they need no scale. */
const LAMBDAS = [0.1, 0.03, 0.01, 0.003, 0.001];

/** Cross-fitted ratios of all bags, and how to get them on a resample. */
export interface RatioScores {
  readonly lambda: number;
  readonly bags: Scored;
  /** Refitted with the same penalty and folds, or unchanged for many bags. */
  on(weights: SampleWeights): Scored;
}

/** Cross-fitted p(X | +1) / p(X), with the penalty of least held-out squared error. */
export function ratioScores(problem: PriorProblem): RatioScores {
  const features = problem.features();
  const weights = weightsOf(problem);
  const all = crossFittedRatio(problem, features, weights, LAMBDAS);
  const errors = all.map((values) => squaredError(values, weights));
  const best = errors.indexOf(Math.min(...errors));
  const lambda = LAMBDAS[Math.max(0, best)];
  const bags = scored(all[Math.max(0, best)]);
  const fits = ratioFits(problem);
  fits.want(lambda);
  const fitted = new WeakMap<SampleWeights, Scored>();
  const refit = (other: SampleWeights) => {
    const known = fitted.get(other);
    if (known !== undefined) return known;
    const made = scored(fits.on(other, lambda));
    fitted.set(other, made);
    return made;
  };
  return { lambda, bags, on: problem.refits ? refit : () => bags };
}

/** Cross-fitted ratios on resamples, for the penalties that estimators want. */
interface RatioFits {
  /** To be said before the first fit, so that one pass over a sample serves all. */
  want(lambda: number): void;
  on(weights: SampleWeights, lambda: number): Float64Array;
}

const allFits = new WeakMap<PriorProblem, RatioFits>();

/** The fits of a problem, which its estimators share: most of the work of one is the same for every penalty. */
export function ratioFits(problem: PriorProblem): RatioFits {
  const known = allFits.get(problem);
  if (known !== undefined) return known;
  const wanted = new Set<number>();
  const fitted = new WeakMap<SampleWeights, Map<number, Float64Array>>();
  const fits: RatioFits = {
    want: (lambda) => wanted.add(lambda),
    on(weights, lambda) {
      const each = fitted.get(weights) ?? new Map<number, Float64Array>();
      const before = each.get(lambda);
      if (before !== undefined) return before;
      const lambdas = [lambda, ...[...wanted].filter((other) => other !== lambda && !each.has(other))];
      const made = crossFittedRatio(problem, problem.features(), weights, lambdas);
      for (const [k, one] of lambdas.entries()) each.set(one, made[k]);
      fitted.set(weights, each);
      return made[0];
    },
  };
  allFits.set(problem, fits);
  return fits;
}

/** mean r^2 over the mixture - 2 mean r over the positives: up to a constant. */
export function squaredError(ratio: Float64Array, { positive, mixture }: SampleWeights): number {
  return (
    weightedMean(
      ratio.map((r) => r * r),
      mixture,
    ) -
    2 * weightedMean(ratio, positive)
  );
}
