import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { subsetRepresentation } from "../../kernels/representation.js";
import { Model } from "../../model/model.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import { areFinite } from "../../scores/bag-scores.js";
import { bound } from "../../scores/bound.js";
import type { Solution } from "../../solver/solution.js";
import type { FitContext } from "../learner.js";
import { certificateNotes, nothingHeldOut } from "../shared/card-parts.js";
import { knownBags } from "../shared/known-bags.js";
import { executeHere } from "../work.js";
import { chooseByValidation } from "./choice.js";
import { kernelOfDegree, puSkcData } from "./data.js";
import { PU_SKC_WORK, type PuSkcJob, problemOf } from "./fit.js";
import type { CheckedPuSkcOptions } from "./options.js";
import { usedPrior } from "./prior.js";
import { jobFor, searchOf } from "./validation.js";

/** Trains PU-SKC with checked options; `given` are the options as the caller wrote them. */
export async function trainPuSkc(
  all: BagSet,
  options: CheckedPuSkcOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress, execute = executeHere, auditedFrom } = context;
  signal?.throwIfAborted();
  if (options.audited !== undefined) checkAuditSize(options.audited, auditedFrom ?? all.unlabeled().size);
  const data = await puSkcData(all, options);
  const search = searchOf(data, options);
  onProgress?.({ step: "estimating the prior", done: 0, total: 1 });
  const { prior, notes: priorNotes } = usedPrior({ ...data, family: data.all ? data.family : undefined }, options);
  signal?.throwIfAborted();
  const choice = await chooseByValidation(data, options, { prior: prior.value, search }, context);
  const { degree, lambda, negativeWeight, judged, held } = choice;
  const last = jobFor(data, options, {
    prior: prior.value,
    degree,
    lambdas: [lambda],
    negativeWeight,
    fold: undefined,
  });
  context.onProblem?.(problemOf(last));
  const [[{ solution }]] = await execute(PU_SKC_WORK, [last], () => undefined, signal);
  const { status, iterations, primalObjective, dualObjective, relativeGap } = solution;
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const kernel = kernelOfDegree(data.kernel, degree);
  return new Model({
    card: {
      learner: "pu-skc",
      bagwise: version,
      options: given,
      kernel,
      prior,
      chosen: {
        degree,
        lambda,
        ...(data.negatives > 0 && { negativeWeight }),
        loss: options.loss,
        penalty: options.penalty,
      },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: judged.map(({ values: _, without: __, ...risk }) => risk),
      measures: null,
      calibration: null,
      bound: negativeWeight > 0 ? null : boundOf(last, solution),
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives - data.negatives,
        ...(data.negatives > 0 && { negative: data.negatives }),
        instances: data.bags.instances,
        centres: data.centres.length,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...choice.notes, ...priorNotes, ...fitNotes(solution, held !== undefined)],
    },
    scaling: data.scaling,
    scorer: {
      kind: "bags",
      kernel,
      centres: data.all ? data.representation : subsetRepresentation(data.representation, data.centres),
      alpha: solution.alpha,
      beta: solution.beta,
    },
    ...knownBags(data.bags, heldOut),
  });
}

function fitNotes(solution: Solution, held: boolean): Note[] {
  const advice = {
    invalid: "scale the features or use a normalised kernel",
    inaccurate: "a normalised kernel or a larger lambda may help",
  };
  return [...(held ? [] : [nothingHeldOut("degree and lambda")]), ...certificateNotes(solution, { advice })];
}

/** Theorem 1 of the paper; phi are the kernel values to the centres. */
function boundOf({ gram: { rows, cols, data }, prior, positive, unlabeled }: PuSkcJob, { alpha, beta }: Solution) {
  let largest = 0;
  for (let i = 0; i < rows; i++) {
    let sum = 1;
    for (let j = i * cols; j < (i + 1) * cols; j++) sum += data[j] * data[j];
    largest = Math.max(largest, sum);
  }
  const norm = Math.sqrt(alpha.reduce((sum, value) => sum + value * value, beta * beta));
  return bound({
    capacity: norm * Math.sqrt(largest),
    prior,
    positive: positive.length,
    unlabeled: unlabeled.length,
  });
}
