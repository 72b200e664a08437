import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import { closeDistances, gaussianOf, gaussianReach } from "../../kernels/gram/sparse-gaussian.js";
import type { Model } from "../../model/model.js";
import type { FitContext } from "../learner.js";
import { breathe } from "../shared/breathe.js";
import { certificateNotes } from "../shared/card-parts.js";
import { copiesApart } from "../shared/copies-apart.js";
import { trainingFolds } from "../shared/folds.js";
import { aroundMedian, type InstanceData, instanceData } from "../shared/instance-data.js";
import { instanceModel } from "../shared/instance-model.js";
import { checkBlockSizes, type DsddFit, dsddProblem, fitDsdd } from "./fit.js";
import type { CheckedDsddOptions } from "./options.js";
import { crossValidateDsdd, type WidthKernel } from "./validation.js";

const ADVICE = { invalid: "scale the features", inaccurate: "a larger lambda may help" };

/**
 * The most instances to train on. Each of many convex problems has a hinge for every instance: some
 * 30 ms of computing for each instance in all. The narrow kernel of the setting `paper` divides them
 * into small problems. The published experiments have fewer.
 */
const MOST_INSTANCES = { default: 8_000, paper: 100_000 } as const;

/** Trains DSDD with checked options; `given` are the options as the caller wrote them. */
export async function trainDsdd(
  all: BagSet,
  options: CheckedDsddOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  const { setting, prior, seed } = options;
  signal?.throwIfAborted();
  const data = await instanceData(all, { ...options, mostInstances: MOST_INSTANCES[setting] });
  const every = Uint32Array.from({ length: data.bags.size }, (_, i) => i);
  const kernels: WidthKernel[] = [];
  for (const width of options.widths ?? aroundMedian(data.rows, options.medianShares, seed)) {
    const kernel = kernelOf(data, width);
    // Before cross-validation, which takes time and has smaller blocks.
    checkBlockSizes(dsddProblem(data, kernel, every, options.lambdas[0]));
    kernels.push({ width, kernel });
    await breathe(signal);
  }
  const judged = await crossValidateDsdd(data, options, kernels, context);
  const best = judged.length === 0 ? undefined : judged.reduce((a, b) => (b.risk < a.risk ? b : a));
  const { width, kernel, lambda } = best ?? { ...kernels[0], lambda: options.lambdas[0] };
  const onBlock = (done: number, total: number) => onProgress?.({ step: "training", done, total });
  const found = await fitDsdd(dsddProblem(data, kernel, every, lambda), { ...options, signal, onBlock });
  signal?.throwIfAborted();
  return instanceModel(data, {
    learner: "dsdd",
    options: given,
    chosen: { width, lambda },
    certificate: found.certificate,
    risks: judged.map(({ held: _, kernel: __, ...risk }) => risk),
    width,
    alpha: found.alpha,
    held: best?.held,
    setting,
    prior,
    notes: [
      ...fitNotes(found, options),
      ...copiesApart(data.given, best && trainingFolds(data.bags, options), context),
    ],
  });
}

/**
 * Kernel values between all instances and the centres that are not 0 in double precision. A narrow
 * kernel has few, so that every instance can be a centre.
 */
function kernelOf({ rows, centres }: InstanceData, width: number) {
  const other = rows === centres ? undefined : centres;
  return gaussianOf(closeDistances(rows, other, gaussianReach(width)), width);
}

function fitNotes({ certificate, settled, steps }: DsddFit, { steps: most }: CheckedDsddOptions): Note[] {
  const notes = certificateNotes(certificate, { advice: ADVICE, problem: "the last convex problem" });
  if (!settled && steps >= most)
    notes.push({
      code: "not-settled",
      message: `the concave-convex procedure was stopped after ${steps} steps, before it converged; more steps may lower the loss a little`,
    });
  return notes;
}
