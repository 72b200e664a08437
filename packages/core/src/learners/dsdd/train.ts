import type { BagSet } from "../../bags/bag-set.js";
import { breathe } from "../../base/breathe.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { closeDistances, gaussianOf, gaussianReach } from "../../kernels/gram/sparse-gaussian.js";
import type { Model } from "../../model/model.js";
import type { FitContext } from "../learner.js";
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
 * The most instances to train on. Each convex problem has a hinge for every instance. The narrow
 * kernel of the setting `paper` divides them into small problems. The published experiments have
 * fewer.
 */
const MOST_INSTANCES = { default: 8_000, paper: 100_000 } as const;

/**
 * Of bags with more instances than that, so many choose width and lambda: that takes some thirty
 * times the work of the last fit, and 8,000 took over five minutes.
 */
const MOST_SEARCHED = { default: 2_000, paper: 20_000 } as const;

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
  const drawn = data.rows.rows < data.given.instances;
  const searched = drawn ? await instanceData(all, { ...options, mostInstances: MOST_SEARCHED[setting] }) : data;
  const every = Uint32Array.from({ length: data.bags.size }, (_, i) => i);
  const kernels: WidthKernel[] = [];
  for (const width of options.widths ?? aroundMedian(data.rows, options.medianShares, seed)) {
    const kernel = kernelOf(data, width);
    // Before cross-validation, which takes time and has smaller blocks.
    checkBlockSizes(dsddProblem(data, kernel, every, options.lambdas[0]));
    kernels.push({ width, kernel: drawn ? kernelOf(searched, width) : kernel });
    await breathe(signal);
  }
  const { judged, best, held, chosenHeld } = await crossValidateDsdd(searched, options, kernels, context);
  const { width, kernel, lambda } = best ?? { ...kernels[0], lambda: options.lambdas[0] };
  const onBlock = (done: number, total: number) => onProgress?.({ step: "training", done, total });
  const problem = dsddProblem(data, drawn ? kernelOf(data, width) : kernel, every, lambda);
  const found = await fitDsdd(problem, { ...options, signal, onBlock });
  signal?.throwIfAborted();
  return instanceModel(data, {
    learner: "dsdd",
    options: given,
    chosen: { width, lambda },
    certificate: found.certificate,
    risks: judged.map(({ kernel: _, ...risk }) => risk),
    width,
    alpha: found.alpha,
    held,
    chosenHeld,
    setting,
    prior,
    notes: [
      ...fitNotes(found, options),
      ...searchNotes(searched, drawn && best !== undefined),
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

function searchNotes({ rows }: InstanceData, drawn: boolean): Note[] {
  if (!drawn) return [];
  const message = `width and lambda were chosen on ${count(rows.rows, "instance")}, drawn in the same way`;
  return [{ code: "instances-drawn", message }];
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
