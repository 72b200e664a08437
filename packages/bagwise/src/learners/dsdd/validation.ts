import { addProducts, type SparseMatrix } from "../../linalg/sparse.js";
import type { SettingRisk } from "../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { highestOfBags, rowsOfBags } from "../shared/bag-rows.js";
import { breathe } from "../shared/breathe.js";
import { trainingFolds } from "../shared/folds.js";
import type { InstanceData } from "../shared/instance-data.js";
import { ramp } from "../shared/ramp.js";
import { dsddProblem, fitDsdd } from "./fit.js";
import type { CheckedDsddOptions } from "./options.js";

/** A width of the Gaussian kernel, and its values between all instances and the centres. */
export interface WidthKernel {
  readonly width: number;
  readonly kernel: SparseMatrix;
}

/** A setting with its held-out risk and scores. */
interface JudgedKernel extends SettingRisk, WidthKernel {
  readonly width: number;
  readonly lambda: number;
  readonly held: BagScores;
}

/**
 * The risk of every setting: the mean ramp loss of held-out positive instances plus that of
 * held-out unlabeled ones, over all folds. Empty if nothing can be held out, or if there is nothing
 * to choose and no prior for measures.
 */
export async function crossValidateDsdd(
  data: InstanceData,
  options: CheckedDsddOptions,
  kernels: readonly WidthKernel[],
  { signal, onProgress }: FitContext,
): Promise<JudgedKernel[]> {
  const settings = kernels.flatMap((each) => options.lambdas.map((lambda) => ({ ...each, lambda })));
  if (settings.length === 1 && options.prior === undefined) return [];
  const folds = trainingFolds(data.bags, options);
  if (folds === undefined) return [];
  const judged: JudgedKernel[] = [];
  const total = settings.length * folds.folds;
  let done = 0;
  for (const { width, kernel, lambda } of settings) {
    const z = new Float64Array(data.rows.rows);
    let solved = 0;
    for (let fold = 0; fold < folds.folds; fold++) {
      const bagsWhere = (held: boolean) =>
        Uint32Array.from(folds.of.keys()).filter((bag) => (folds.of[bag] === fold) === held);
      const problem = dsddProblem(data, kernel, bagsWhere(false), lambda);
      const { alpha, certificate } = await fitDsdd(problem, { ...options, signal });
      if (certificate.status === "solved") solved++;
      const rows = rowsOfBags(data.offsets, bagsWhere(true));
      const scores = new Float64Array(rows.length);
      addProducts(kernel, rows, alpha, 1, scores);
      for (const [k, row] of rows.entries()) z[row] = scores[k];
      onProgress?.({ step: "cross-validation", done: ++done, total });
      await breathe(signal);
    }
    const held = heldScores(z, data);
    judged.push({ width, lambda, risk: rampRisk(z, data), solved, folds: folds.folds, kernel, held });
  }
  return judged;
}

function rampRisk(z: Float64Array, { positiveRows }: InstanceData): number {
  let [positive, unlabeled] = [0, 0];
  for (let i = 0; i < z.length; i++) {
    if (i < positiveRows) positive += ramp(z[i]) / positiveRows;
    else unlabeled += ramp(-z[i]) / (z.length - positiveRows);
  }
  return positive + unlabeled;
}

function heldScores(z: Float64Array, { offsets, bags }: InstanceData): BagScores {
  return scoresByLabel(highestOfBags(offsets, z), { bags, scenario: "case-control" });
}
