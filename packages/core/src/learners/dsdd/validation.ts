import { breathe } from "../../base/breathe.js";
import { addProducts, type SparseMatrix } from "../../linalg/sparse.js";
import type { SettingRisk } from "../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { highestOfBags, overRows, rowsOfBags } from "../shared/bag-rows.js";
import { trainingFolds } from "../shared/folds.js";
import type { InstanceData } from "../shared/instance-data.js";
import { foldPairs, leastOf, nestedValues, risksWithout } from "../shared/nested.js";
import { ramp } from "../shared/ramp.js";
import { dsddProblem, fitDsdd } from "./fit.js";
import type { CheckedDsddOptions } from "./options.js";

/** A width of the Gaussian kernel, and its values between all instances and the centres. */
export interface WidthKernel {
  readonly width: number;
  readonly kernel: SparseMatrix;
}

/** A setting with its held-out risk and values. */
interface JudgedKernel extends SettingRisk, WidthKernel {
  readonly width: number;
  readonly lambda: number;
}

/** What cross-validation found. */
export interface JudgedKernels {
  readonly judged: readonly JudgedKernel[];
  /** The one with the least risk, the first of equals; undefined if none was judged. */
  readonly best: JudgedKernel | undefined;
  /** The held-out scores of the best setting, and those of bags that had no say in the choice (`nestedValues`). */
  readonly chosenHeld?: BagScores;
  readonly held?: BagScores;
}

/**
 * The risk of every setting: the mean ramp loss of held-out positive instances plus that of
 * held-out unlabeled ones, over all folds. Nothing if nothing can be held out, or if there is nothing
 * to choose and no prior for measures. Costs a fit for each setting and fold, and one for each pair of folds.
 */
export async function crossValidateDsdd(
  data: InstanceData,
  options: CheckedDsddOptions,
  kernels: readonly WidthKernel[],
  { signal, onProgress }: FitContext,
): Promise<JudgedKernels> {
  const settings = kernels.flatMap((each) => options.lambdas.map((lambda) => ({ ...each, lambda })));
  const folds = settings.length === 1 && options.prior === undefined ? undefined : trainingFolds(data.bags, options);
  if (folds === undefined) return { judged: [], best: undefined };
  const pairs = settings.length === 1 ? 0 : foldPairs(folds.folds).length;
  const total = settings.length * (folds.folds + pairs);
  let done = 0;
  /** Decision values of the instances of some folds, by a fit on all others. */
  const heldOut = async ({ kernel, lambda }: WidthKernel & { readonly lambda: number }, ...without: number[]) => {
    const bagsWhere = (held: boolean) =>
      Uint32Array.from(folds.of.keys()).filter((bag) => without.includes(folds.of[bag]) === held);
    const problem = dsddProblem(data, kernel, bagsWhere(false), lambda);
    const { alpha, certificate } = await fitDsdd(problem, { ...options, signal });
    const rows = rowsOfBags(data.offsets, bagsWhere(true));
    const values = new Float64Array(rows.length);
    addProducts(kernel, rows, alpha, 1, values);
    onProgress?.({ step: "cross-validation", done: ++done, total });
    await breathe(signal);
    return { rows, values, solved: certificate.status === "solved" };
  };
  const judged: JudgedKernel[] = [];
  const z = settings.map(() => new Float64Array(data.rows.rows));
  const every = Uint32Array.from(z[0].keys());
  for (const [s, setting] of settings.entries()) {
    let solved = 0;
    for (let fold = 0; fold < folds.folds; fold++) {
      const found = await heldOut(setting, fold);
      if (found.solved) solved++;
      for (const [k, row] of found.rows.entries()) z[s][row] = found.values[k];
    }
    judged.push({ ...setting, risk: rampRisk(z[s], every, data), solved, folds: folds.folds });
  }
  const rowFolds = { of: overRows(data.offsets, (bag) => folds.of[bag]), folds: folds.folds };
  const without = await risksWithout(rowFolds, {
    pair: async (a, b) => {
      if (pairs === 0) return undefined;
      const values: Float64Array[] = [];
      for (const setting of settings) {
        const found = await heldOut(setting, a, b);
        const all = new Float64Array(data.rows.rows);
        for (const [k, row] of found.rows.entries()) all[row] = found.values[k];
        values.push(all);
      }
      return values;
    },
    risk: (values, rows) => rampRisk(values, rows, data),
    positive: (row) => row < data.positiveRows,
  });
  const chosen = leastOf(judged.map(({ risk }) => risk));
  const nested = nestedValues(rowFolds, z, { chosen, without: without.map(leastOf) });
  return { judged, best: judged[chosen], chosenHeld: heldScores(z[chosen], data), held: heldScores(nested, data) };
}

function rampRisk(z: Float64Array, rows: Uint32Array, { positiveRows }: InstanceData): number {
  const positives = rows.filter((row) => row < positiveRows).length;
  let [positive, unlabeled] = [0, 0];
  for (const i of rows) {
    if (i < positiveRows) positive += ramp(z[i]) / positives;
    else unlabeled += ramp(-z[i]) / (rows.length - positives);
  }
  return positive + unlabeled;
}

function heldScores(z: Float64Array, { offsets, bags }: InstanceData): BagScores {
  return scoresByLabel(highestOfBags(offsets, z), { bags, scenario: "case-control" });
}
