import { linearAlgebra } from "../../linalg/backend.js";
import type { PriorMethod } from "./method.js";
import { pearsonFit, pearsonPrior } from "./pearson.js";
import type { PriorProblem } from "./problem.js";
import { squaredError } from "./ratio-scores.js";
import { bootstrapEstimates, recentred } from "./resample.js";
import { type SampleWeights, weightsOf } from "./weights.js";

/** The candidates for eta, as shares of the mean diagonal of H. */
const SHARES = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];

/**
 * The prior that minimises the Pearson divergence from pi p(X | +1) to p(X) (du Plessis and
 * Sugiyama 2014), H over the mixture, h over the positives. Default eta: the least squared error of
 * w'phi on held-out bags, among shares 1 .. 1e-4 of the mean diagonal of H. A larger eta makes the
 * estimate larger. It does not correct for overlap.
 */
export const pe: PriorMethod = {
  name: "pe",
  title: "Pearson divergence",
  help: "minimises the Pearson divergence from pi p(X|+) to p(X), in closed form",
  needs: "normalised gram",
  find(problem) {
    const { phi } = problem.features();
    const weights = weightsOf(problem);
    const eta = problem.eta ?? chooseEta(problem, weights);
    const fit = pearsonFit(phi, weights.mixture, weights.positive, eta);
    const on = ({ positive, mixture }: SampleWeights) =>
      problem.refits ? pearsonFit(phi, mixture, positive, eta).prior : pearsonPrior(fit.ratio, mixture, positive);
    return {
      raw: fit.prior,
      replicates: (count) => recentred(bootstrapEstimates(problem, count, on), fit.prior),
    };
  },
};

/** Eta by cross-validation on the squared error of the ratio; the largest among equals. */
function chooseEta(problem: PriorProblem, weights: SampleWeights): number {
  const { phi } = problem.features();
  const { fold, folds } = problem;
  const squares = linearAlgebra().gemvT({ ...phi, data: phi.data.map((x) => x * x) }, weights.mixture);
  const mixtureBags = weights.mixture.reduce((sum, w) => sum + w, 0);
  const mean = squares.reduce((sum, x) => sum + x, 0) / (mixtureBags * phi.cols);
  const scale = mean > 0 ? mean : 1;
  let least = Infinity;
  let best = SHARES[0];
  for (const share of SHARES) {
    let error = 0;
    for (let f = 0; f < folds; f++) {
      const part = (values: Float64Array, inside: boolean) =>
        values.map((value, i) => (folds === 1 || (fold[i] === f) === inside ? value : 0));
      const { ratio } = pearsonFit(phi, part(weights.mixture, false), part(weights.positive, false), share * scale);
      error += squaredError(ratio, { positive: part(weights.positive, true), mixture: part(weights.mixture, true) });
    }
    if (error < least) {
      least = error;
      best = share;
    }
  }
  return best * scale;
}
