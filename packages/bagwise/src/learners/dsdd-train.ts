import type { BagSet } from "../bags/index.js";
import type { Note } from "../base/note.js";
import { version } from "../base/version.js";
import { medianDistance } from "../kernels/resolve-kernel.js";
import {
  closeDistances,
  gaussianOf,
  gaussianReach,
  type SparseMatrix,
  sparseProduct,
} from "../kernels/sparse-gaussian.js";
import { puMeasures } from "../metrics/index.js";
import { calibrate, Model, type SettingRisk } from "../model/index.js";
import { trainingFolds } from "../selection/index.js";
import { type DsddFit, type DsddProblem, fitDsdd } from "./dsdd-fit.js";
import { type checkedDsddOptions, DSDD_MEDIAN_SHARES } from "./dsdd-options.js";
import { type InstanceData, instanceData } from "./instance-data.js";
import type { FitContext } from "./learner.js";
import type { HeldScores } from "./pu-skc-validation.js";
import { ramp } from "./ramp-problem.js";

type Options = ReturnType<typeof checkedDsddOptions>;

/** A setting with its held-out risk, and the scores of the bags while they were held out. */
interface Judged extends SettingRisk {
  readonly width: number;
  readonly held: HeldScores;
}

/** Trains DSDD with checked options; `given` are the options as they were given. */
export async function trainDsdd(
  all: BagSet,
  options: Options,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  signal?.throwIfAborted();
  const data = await instanceData(all, options);
  const widths = options.widths ?? DSDD_MEDIAN_SHARES.map((share) => share * medianDistance(data.rows, options.seed));
  const kernels = new Map(widths.map((width) => [width, kernelOf(data, width)]));
  const judged = await crossValidate(data, options, kernels, context);
  const best = judged.length === 0 ? undefined : judged.reduce((a, b) => (b.risk < a.risk ? b : a));
  const { width, lambda } = best ?? { width: widths[0], lambda: options.lambdas[0] };
  const every = Uint32Array.from({ length: data.bags.size }, (_, i) => i);
  const onBlock = (done: number, total: number) => onProgress?.({ step: "training", done, total });
  const problem = problemOf(data, kernels.get(width) ?? kernelOf(data, width), every, lambda);
  const found = fitDsdd(problem, { ...options, signal, onBlock });
  signal?.throwIfAborted();
  const { prior } = options;
  const held = prior === undefined ? undefined : best?.held;
  return new Model({
    card: {
      learner: "dsdd",
      bagwise: version,
      options: given,
      kernel: null,
      prior: prior === undefined ? null : { value: prior, low: prior, high: prior, method: "given", clipped: false },
      chosen: { width, lambda },
      certificate: found.certificate,
      risks: judged.map(({ held: _, ...risk }) => risk),
      measures:
        held && prior !== undefined ? puMeasures(held.positive, held.unlabeled, { prior, seed: options.seed }) : null,
      calibration: held && prior !== undefined ? calibrate(held.positive, held.unlabeled, { prior }) : null,
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives,
        instances: data.bags.instances,
        centres: data.centreRows.length,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...fitNotes(found, options)],
    },
    scaling: data.scaling,
    scorer: {
      kind: "instances",
      projection: null,
      score: {
        kernel: { type: "gaussian", width },
        centres: data.centres,
        alpha: found.alpha,
        beta: 0,
      },
      key: null,
    },
  });
}

/** Kernel values between all instances and the centres: all that are not 0 in double precision. A narrow kernel has few, so that every instance can be a centre. */
function kernelOf({ rows, centres }: InstanceData, width: number): SparseMatrix {
  const other = rows === centres ? undefined : centres;
  return gaussianOf(closeDistances(rows, other, gaussianReach(width)), width);
}

/** The problem of the instances of these bags, with those centres that are among them. */
function problemOf(data: InstanceData, kernel: SparseMatrix, bags: Uint32Array, lambda: number): DsddProblem {
  const rows = rowsOf(data, bags);
  const among = new Set(rows);
  const columns = Uint32Array.from(data.centreRows.keys()).filter((k) => among.has(data.centreRows[k]));
  return { kernel, rows, columns, positiveRows: data.positiveRows, lambda };
}

/**
 * The risk of every setting: the mean ramp loss of held-out positive instances plus that of held-out unlabeled ones, over all folds. Empty when there is nothing to choose and no
 * prior for which measures are wanted, or when nothing can be held out.
 */
async function crossValidate(
  data: InstanceData,
  options: Options,
  kernels: ReadonlyMap<number, SparseMatrix>,
  { signal, onProgress }: FitContext,
): Promise<Judged[]> {
  const settings = [...kernels.keys()].flatMap((width) => options.lambdas.map((lambda) => ({ width, lambda })));
  if (settings.length === 1 && options.prior === undefined) return [];
  const folds = trainingFolds(data.bags, options);
  if (folds === undefined) return [];
  const judged: Judged[] = [];
  const total = settings.length * folds.folds;
  let done = 0;
  for (const { width, lambda } of settings) {
    const kernel = kernels.get(width) ?? kernelOf(data, width);
    const z = new Float64Array(data.rows.rows);
    let solved = 0;
    for (let fold = 0; fold < folds.folds; fold++) {
      const bagsWhere = (held: boolean) =>
        Uint32Array.from(folds.of.keys()).filter((bag) => (folds.of[bag] === fold) === held);
      const problem = problemOf(data, kernel, bagsWhere(false), lambda);
      const { alpha, certificate } = fitDsdd(problem, { ...options, signal });
      if (certificate.status === "solved") solved++;
      const rows = rowsOf(data, bagsWhere(true));
      const scores = sparseProduct(kernel, rows, alpha);
      for (const [k, row] of rows.entries()) z[row] = scores[k];
      onProgress?.({ step: "cross-validation", done: ++done, total });
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal?.throwIfAborted();
    }
    judged.push({ width, lambda, risk: rampRisk(z, data), solved, folds: folds.folds, held: heldScores(z, data) });
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

/** The scores of bags: those of their highest instances. */
function heldScores(z: Float64Array, { offsets, positives }: InstanceData): HeldScores {
  const scores = Float64Array.from({ length: offsets.length - 1 }, (_, bag) =>
    z.subarray(offsets[bag], offsets[bag + 1]).reduce((most, value) => Math.max(most, value), -Infinity),
  );
  return { positive: scores.slice(0, positives), unlabeled: scores.slice(positives) };
}

function rowsOf({ offsets }: InstanceData, bags: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (const bag of bags) for (let row = offsets[bag]; row < offsets[bag + 1]; row++) rows.push(row);
  return Uint32Array.from(rows);
}

function fitNotes({ certificate, settled, steps }: DsddFit, { steps: most }: Options): Note[] {
  const notes: Note[] = [];
  if (certificate.status === "invalid")
    notes.push({
      code: "certificate",
      message:
        "the training problem has numbers too large to compute with, so the model knows nothing; scale the features",
    });
  else if (certificate.status !== "solved")
    notes.push({
      code: "certificate",
      message: `the last convex problem was solved only to a relative gap of ${certificate.relativeGap.toExponential(1)}; a larger lambda helps`,
    });
  if (!settled && steps >= most)
    notes.push({
      code: "not-settled",
      message: `the concave-convex procedure was stopped after ${steps} steps, before it came to its end; more steps may lower the loss a little`,
    });
  return notes;
}
