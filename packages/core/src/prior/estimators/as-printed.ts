import type { PriorMethod } from "./method.js";
import { pearsonFit, pearsonPrior } from "./pearson.js";
import { bootstrapEstimates } from "./resample.js";
import { type SampleWeights, weightsOf } from "./weights.js";

/** The authors' regulariser on Elephant, Fox and Tiger; on Musk it was 1e5. */
const ETA = 1e4;

/**
 * The formula as the paper prints it: H over the positives and h over the unlabeled bags. It does
 * not estimate pi: it tends to 1 / (1 + chi^2(p || p_+)), depends on eta and may leave (0, 1). It
 * reproduces the paper's table. All bags are centres; the Gram matrix is not normalised.
 */
export const asPrinted: PriorMethod = {
  name: "as-printed",
  title: "the paper's printed formula",
  help: "the formula of the paper, to reproduce its numbers; it does not estimate the share of positives",
  needs: "gram",
  find(problem) {
    const { gram, eta = ETA } = problem;
    const weights = weightsOf(problem);
    const fit = pearsonFit(gram, weights.positive, weights.mixture, eta);
    const on = ({ positive, mixture }: SampleWeights) =>
      problem.refits ? pearsonFit(gram, positive, mixture, eta).prior : pearsonPrior(fit.ratio, positive, mixture);
    return {
      raw: fit.prior,
      replicates: (count) => bootstrapEstimates(problem, count, on),
      warnings: [
        {
          code: "as-printed",
          message:
            "as-printed is the formula of the paper. It depends on eta and does not estimate the share of positives. Use it to reproduce the paper, and ratio or bbe for anything else.",
        },
      ],
    };
  },
};
