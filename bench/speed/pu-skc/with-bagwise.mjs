// The contestant itself: cross-validation over the paper's nine settings and the final fit, from
// bag statistics on.

import { puRisk } from "bagwise/evaluation";
import { gramFamily } from "bagwise/kernels";
import { runPuSkcJob } from "../../../packages/core/dist/learners/pu-skc/fit.js";
import { DEGREES, FOLDS, KERNEL, LAMBDAS, PRIOR } from "./training-sets.mjs";

/**
 * One job for each degree and fold, all lambdas in it; then the setting with the least risk is
 * fitted on all bags.
 */
export function crossValidateAndFit({ representation, positives, folds }) {
  const family = gramFamily(KERNEL, representation);
  const outcomes = DEGREES.flatMap((degree) =>
    Array.from({ length: FOLDS }, (_, fold) => {
      const job = jobFor(family, degree, { positives, folds, fold });
      return { degree, fold, validation: job.validation, found: runPuSkcJob(job) };
    }),
  );
  const settings = DEGREES.flatMap((degree) =>
    LAMBDAS.map((lambda, l) => {
      const scores = new Float64Array(representation.bags);
      for (const { validation, found } of outcomes.filter((one) => one.degree === degree)) {
        for (const [at, row] of validation.entries()) scores[row] = found[l].scores[at];
      }
      return { degree, lambda, risk: puRisk(scores.subarray(0, positives), scores.subarray(positives), PRIOR) };
    }),
  );
  // Of equal risks the first one: the lowest degree, then the largest lambda.
  const chosen = settings.reduce((best, one) => (one.risk < best.risk - 1e-12 ? one : best));
  const last = jobFor(family, chosen.degree, { positives, folds, lambdas: [chosen.lambda] });
  const [{ solution }] = runPuSkcJob(last);
  const problems = outcomes.flatMap(({ degree, fold, found }) =>
    found.map((outcome, l) => ({ degree, fold, lambda: LAMBDAS[l], solution: outcome.solution })),
  );
  return { settings, chosen, problems: [...problems, { ...chosen, fold: -1, solution }] };
}

/** The job of one degree: with `fold` held out, or without one on all bags. */
export function jobFor(family, degree, { positives, folds, fold = -1, lambdas = LAMBDAS }) {
  const gram = family.degree(degree);
  const all = Uint32Array.from({ length: gram.rows }, (_, i) => i);
  const training = all.filter((i) => folds[i] !== fold);
  return {
    gram,
    positive: training.filter((i) => i < positives),
    unlabeled: training.filter((i) => i >= positives),
    centres: training,
    centreRows: training,
    validation: all.filter((i) => folds[i] === fold),
    prior: PRIOR,
    lambdas,
    loss: "double-hinge",
    penalty: "ridge",
  };
}
