import type { SettingRisk } from "../../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../../scores/bag-scores.js";
import { auc } from "../../../scores/classification.js";
import type { FitContext } from "../../learner.js";
import { breathing } from "../breathe.js";
import type { Folds } from "../folds.js";
import type { MachineData, MachineKernel } from "./data.js";
import type { ClassWeights } from "./options.js";
import { type MachineFit, type MachineSetting, type MachineTask, type Pool, valuesOf } from "./task.js";

/** What a method does with a task. A pure function. */
export type SolveMachineTask = (task: MachineTask) => MachineFit;

/** What to search, and how to judge it. */
export interface MachineSearch {
  readonly solve: SolveMachineTask;
  readonly pool: (setting: MachineSetting) => Pool;
  readonly costs: readonly number[];
  readonly settings: readonly MachineSetting[];
  readonly classWeights: ClassWeights;
  readonly seed: number;
}

/** A setting with its held-out risk and scores. */
export interface JudgedMachine extends SettingRisk, MachineSetting {
  readonly kernel: MachineKernel;
  readonly cost: number;
  readonly setting: MachineSetting;
  /** The area under the curve of held-out scores, which decides between equal risks. */
  readonly auc: number;
  readonly held: BagScores;
}

/**
 * The held-out error of every kernel, cost and other setting: the share of bags on the wrong side of
 * 0, or the mean of that share over both classes if they are balanced. One kernel matrix is held at a
 * time.
 */
export async function searchMachines(
  data: MachineData,
  folds: Folds,
  search: MachineSearch,
  { signal, onProgress }: FitContext,
): Promise<JudgedMachine[]> {
  const { signed, offsets } = data;
  const { costs, settings } = search;
  const judged: JudgedMachine[] = [];
  const breath = breathing(signal);
  const total = data.kernels.length * costs.length * settings.length * folds.folds;
  let done = 0;
  for (const kernel of data.kernels) {
    const gram = kernel.gram();
    for (const setting of settings)
      for (const cost of costs) {
        const scores = new Float64Array(signed.bags.size);
        let solved = 0;
        for (let fold = 0; fold < folds.folds; fold++) {
          await breath();
          const task = taskOf(data, gram, { ...search, cost, setting }, (bag) => folds.of[bag] !== fold);
          const found = search.solve(task);
          if (found.certificate.status === "solved") solved++;
          const pool = search.pool(setting);
          for (let bag = 0; bag < signed.bags.size; bag++)
            if (folds.of[bag] === fold) scores[bag] = pool(valuesOf(gram, found, rowsOfBag(offsets, bag)));
          onProgress?.({ step: "cross-validation", done: ++done, total });
        }
        judged.push({
          ...kernel.axes,
          ...setting,
          cost,
          risk: errorOf(scores, signed.signs, search.classWeights),
          solved,
          folds: folds.folds,
          kernel,
          setting,
          auc: auc(scores, signed.signs),
          held: scoresByLabel(scores, { bags: signed.bags, scenario: "case-control" }),
        });
      }
  }
  return judged;
}

/** Errors closer than this are equal: they are counts of bags divided by their number. */
const EQUAL = 1e-12;

/**
 * The setting with the least error; among equals the one that ranks best, then the first, which has
 * the lowest cost. Undefined without settings.
 */
export function bestMachine(judged: readonly JudgedMachine[]): JudgedMachine | undefined {
  if (judged.length === 0) return undefined;
  return judged.reduce((a, b) => {
    if (Math.abs(b.risk - a.risk) > EQUAL) return b.risk < a.risk ? b : a;
    return b.auc > a.auc + EQUAL ? b : a;
  });
}

/** The task of training on these bags. */
export function taskOf(
  { signed, offsets }: MachineData,
  gram: MachineTask["gram"],
  {
    cost,
    setting,
    classWeights,
    seed,
  }: Pick<MachineSearch, "classWeights" | "seed"> & { readonly cost: number; readonly setting: MachineSetting },
  among: (bag: number) => boolean = () => true,
): MachineTask {
  const numbers = Uint32Array.from(signed.signs.keys()).filter(among);
  const signs = Int8Array.from(numbers, (bag) => signed.signs[bag]);
  const positive = signs.filter((sign) => sign > 0).length;
  const weight = (sign: number) =>
    classWeights === "equal" ? 1 : signs.length / (2 * (sign > 0 ? positive : signs.length - positive));
  return {
    gram,
    bags: Array.from(numbers, (bag) => rowsOfBag(offsets, bag)),
    signs,
    costs: Float64Array.from(signs, (sign) => cost * weight(sign)),
    setting,
    seed,
  };
}

function rowsOfBag(offsets: Uint32Array, bag: number): Uint32Array {
  return Uint32Array.from({ length: offsets[bag + 1] - offsets[bag] }, (_, k) => offsets[bag] + k);
}

function errorOf(scores: Float64Array, signs: Int8Array, weights: ClassWeights): number {
  let [missed, positives, called] = [0, 0, 0];
  for (let i = 0; i < scores.length; i++) {
    if (signs[i] > 0) positives++;
    if (signs[i] > 0 && !(scores[i] >= 0)) missed++;
    if (signs[i] < 0 && !(scores[i] < 0)) called++;
  }
  const others = scores.length - positives;
  return weights === "equal" ? (missed + called) / scores.length : (missed / positives + called / others) / 2;
}
