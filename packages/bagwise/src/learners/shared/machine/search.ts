import type { Matrix } from "../../../linalg/matrix.js";
import type { SettingRisk } from "../../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../../scores/bag-scores.js";
import { auc } from "../../../scores/classification.js";
import type { FitContext, TrainingProgress } from "../../learner.js";
import { breathing } from "../breathe.js";
import type { Folds } from "../folds.js";
import { bagWeights, bestShift, errorOf, evenShift } from "./bag-error.js";
import type { MachineData, MachineKernel } from "./data.js";
import type { ClassWeights } from "./options.js";
import {
  kernelOfRows,
  type MachineFit,
  type MachineSetting,
  type MachineTask,
  type Pool,
  rowsOfTask,
  spread,
  valuesOf,
} from "./task.js";

/** What a method does with a task. A pure function. */
export type SolveMachineTask = (task: MachineTask) => MachineFit;

/** What to search, and how to judge it. */
export interface MachineSearch {
  readonly solve: SolveMachineTask;
  readonly pool: (setting: MachineSetting) => Pool;
  readonly costs: readonly number[];
  readonly settings: readonly MachineSetting[];
  /**
   * Whether the bias is moved to where held-out bags are told apart: evenly for balanced classes
   * (`evenShift`), with the fewest errors if every bag counts the same (`bestShift`).
   */
  readonly shifts: boolean;
  readonly classWeights: ClassWeights;
  readonly seed: number;
  /** Whether rough solutions will do, because settings are only compared. */
  readonly rough: boolean;
  /** The most folds that are held out, the first ones. Default all. Bags of the others have no held-out score. */
  readonly mostFolds?: number | undefined;
  /** Which rows of the kernel matrices are trained on, see `coarse`. Default all. Held-out bags have all their rows. */
  readonly rows?: Uint8Array | undefined;
}

/** A setting with its held-out risk and scores. */
export interface JudgedMachine extends SettingRisk, MachineSetting {
  readonly kernel: MachineKernel;
  readonly cost: number;
  readonly setting: MachineSetting;
  /** What is added to the bias, see `shifts`; 0 if it is not asked for. */
  readonly shift: number;
  /** The area under the curve of held-out scores, which decides between equal risks. */
  readonly auc: number;
  readonly held: BagScores;
}

/**
 * The held-out error of every kernel, cost and other setting: the share of bags on the wrong side of
 * 0, or the mean of that share over both classes if they are balanced. One kernel
 * matrix is held at a time, and that of a fold, which all costs and settings share.
 */
export async function searchMachines(
  data: MachineData,
  folds: Folds,
  search: MachineSearch,
  { signal, onProgress }: FitContext,
): Promise<JudgedMachine[]> {
  const { signed, offsets } = data;
  const used = Math.min(folds.folds, search.mostFolds ?? folds.folds);
  const tested = Uint32Array.from(folds.of.keys()).filter((bag) => folds.of[bag] < used);
  const signs = Int8Array.from(tested, (bag) => signed.signs[bag]);
  const cells = search.settings.flatMap((setting) => search.costs.map((cost) => ({ setting, cost })));
  const breath = breathing(signal);
  const total = data.kernels.length * cells.length * used;
  const judged: JudgedMachine[] = [];
  let done = 0;
  let room: Float64Array | undefined;
  for (const kernel of data.kernels) {
    const gram = kernel.gram();
    room ??= new Float64Array(gram.data.length);
    const scores = cells.map(() => new Float64Array(signed.bags.size));
    const solved = cells.map(() => 0);
    for (let fold = 0; fold < used; fold++) {
      const rows = trainingRows(data, gram, { bag: (bag) => folds.of[bag] !== fold, rows: search.rows, room });
      const held = Array.from(folds.of.keys()).filter((bag) => folds.of[bag] === fold);
      for (const [c, { setting, cost }] of cells.entries()) {
        await breath();
        const found = search.solve(taskOf(data, rows, { ...search, cost, setting }));
        if (found.certificate.status === "solved") solved[c]++;
        const whole = { alpha: spread(found.alpha, rows.rows, gram.rows), beta: found.beta };
        const pool = search.pool(setting);
        for (const bag of held) scores[c][bag] = pool(valuesOf(gram, whole, rowsOfBag(offsets, bag)));
        onProgress?.({ step: "cross-validation", done: ++done, total });
      }
    }
    for (const [c, { setting, cost }] of cells.entries()) {
      const weights = bagWeights(signs, search.classWeights);
      const own = Float64Array.from(tested, (bag) => scores[c][bag]);
      const shift = search.shifts ? shiftOf(own, signs, search.classWeights) : 0;
      for (let k = 0; k < own.length; k++) own[k] += shift;
      for (let bag = 0; bag < scores[c].length; bag++) scores[c][bag] += shift;
      judged.push({
        ...kernel.axes,
        ...setting,
        cost,
        risk: errorOf(own, signs, weights),
        solved: solved[c],
        folds: used,
        kernel,
        setting,
        shift,
        auc: auc(own, signs),
        held: scoresByLabel(scores[c], { bags: signed.bags, scenario: "case-control" }),
      });
    }
  }
  return judged;
}

/**
 * The same, one axis after the other: first the other settings with the first kernel and the middle
 * cost, then the kernels with the best of them, then the costs. Costs the sum of the numbers of
 * choices instead of their product.
 */
export async function searchByAxes(
  data: MachineData,
  folds: Folds,
  search: MachineSearch,
  { onProgress, ...context }: FitContext,
): Promise<JudgedMachine[]> {
  const middle = [...search.costs].sort((a, b) => a - b)[(search.costs.length - 1) >> 1];
  const used = Math.min(folds.folds, search.mostFolds ?? folds.folds);
  const total = used * (search.settings.length + data.kernels.length + search.costs.length - 2);
  const judged: JudgedMachine[] = [];
  const judge = async (
    kernels: readonly MachineKernel[],
    settings: readonly MachineSetting[],
    costs: readonly number[],
  ) => {
    const before = judged.length * used;
    const own = onProgress && ((step: TrainingProgress) => onProgress({ ...step, done: before + step.done, total }));
    const found = await searchMachines(
      { ...data, kernels },
      folds,
      { ...search, settings, costs },
      { ...context, onProgress: own },
    );
    judged.push(...found);
    return bestMachine(judged);
  };
  const [first, ...others] = data.kernels;
  let best = await judge([first], search.settings, [middle]);
  if (best !== undefined) best = await judge(others, [best.setting], [middle]);
  if (best !== undefined)
    await judge(
      [best.kernel],
      [best.setting],
      search.costs.filter((cost) => cost !== middle),
    );
  return judged;
}

/** Errors closer than this are equal: they are counts of bags divided by their number. */
const EQUAL = 1e-12;

/**
 * The setting with the least error; among equals the one that ranks best, then the first. Undefined
 * without settings.
 */
export function bestMachine(judged: readonly JudgedMachine[]): JudgedMachine | undefined {
  if (judged.length === 0) return undefined;
  return judged.reduce((a, b) => {
    if (Math.abs(b.risk - a.risk) > EQUAL) return b.risk < a.risk ? b : a;
    return b.auc > a.auc + EQUAL ? b : a;
  });
}

/** Bags to train on, and the kernel between their rows alone. */
export interface TrainingRows {
  readonly gram: Matrix;
  /** The numbers of these bags, and the rows of `gram` that each of them has. */
  readonly numbers: Uint32Array;
  readonly bags: readonly Uint32Array[];
  /** Which row of the whole kernel matrix each row of `gram` is. */
  readonly rows: Uint32Array;
}

/** Which rows to train on. */
interface RowChoice {
  /** Whether a bag takes part. Default all. */
  readonly bag?: (bag: number) => boolean;
  /** 1 for each row that takes part. Every bag needs one. Default all. */
  readonly rows?: Uint8Array | undefined;
  /** Memory for the copy, see `kernelOfRows`. */
  readonly room?: Float64Array;
}

/** The rows of these bags, by default of all. Costs a copy of their kernel, unless these are all. */
export function trainingRows(
  { signed, offsets }: MachineData,
  gram: Matrix,
  { bag: takesPart = () => true, rows: kept, room }: RowChoice = {},
): TrainingRows {
  const numbers = Uint32Array.from(signed.signs.keys()).filter(takesPart);
  const own = Array.from(numbers, (bag) => {
    const all = rowsOfBag(offsets, bag);
    return kept === undefined ? all : all.filter((row) => kept[row] === 1);
  });
  const rows = rowsOfTask({ bags: own });
  let at = 0;
  const bags = own.map(({ length }) => Uint32Array.from({ length }, () => at++));
  return { gram: kernelOfRows(gram, rows, room), numbers, bags, rows };
}

/** The task of training on these bags. */
export function taskOf(
  { signed }: MachineData,
  { gram, numbers, bags }: TrainingRows,
  {
    cost,
    classWeights,
    setting,
    seed,
    rough,
  }: Pick<MachineSearch, "classWeights"> & Pick<MachineTask, "setting" | "seed" | "rough"> & { readonly cost: number },
): MachineTask {
  const signs = Int8Array.from(numbers, (bag) => signed.signs[bag]);
  const costs = bagWeights(signs, classWeights).map((weight) => cost * weight);
  return { gram, bags, signs, costs, setting, seed, rough };
}

function shiftOf(scores: Float64Array, signs: Int8Array, classWeights: ClassWeights): number {
  return classWeights === "balanced"
    ? evenShift(scores, signs)
    : bestShift(scores, signs, bagWeights(signs, classWeights));
}

function rowsOfBag(offsets: Uint32Array, bag: number): Uint32Array {
  return Uint32Array.from({ length: offsets[bag + 1] - offsets[bag] }, (_, k) => offsets[bag] + k);
}
