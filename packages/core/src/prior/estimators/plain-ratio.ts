import type { PriorMethod } from "./method.js";
import { crossFittedRatio } from "./ratio-fit.js";
import { ratioFits } from "./ratio-scores.js";
import { bootstrapEstimates } from "./resample.js";
import { type SampleWeights, weightedMean, weightsOf } from "./weights.js";

/** The penalty. A smaller one makes the estimate smaller. */
const LAMBDA = 0.003;
/** A lower limit of the mean ratio, so that the estimate stays finite. */
const LEAST = 1e-6;

/**
 * 1 / the mean of the cross-fitted ratio over held-out positives, with a fixed penalty and no
 * calibration. With few bags the weak penalty lowers the estimate, while overlap raises it. The two
 * roughly cancel on the paper's data sets with 20 positive bags; elsewhere `ratio` is closer.
 */
export const plainRatio: PriorMethod = {
  name: "plain-ratio",
  title: "cross-fitted ratio, not calibrated",
  help: "like ratio, with a fixed weak penalty and no calibration; smaller than ratio with few bags",
  needs: "scores",
  find(problem) {
    const all = weightsOf(problem);
    const values = crossFittedRatio(problem, problem.features(), all, [LAMBDA])[0];
    const fits = ratioFits(problem);
    fits.want(LAMBDA);
    const on = (weights: SampleWeights) => inverseMean(problem.refits ? fits.on(weights, LAMBDA) : values, weights);
    return {
      raw: inverseMean(values, all),
      replicates: (count) => bootstrapEstimates(problem, count, on),
    };
  },
};

function inverseMean(ratio: Float64Array, { positive }: SampleWeights): number {
  return 1 / Math.max(weightedMean(ratio, positive), LEAST);
}
