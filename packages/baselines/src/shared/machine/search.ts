import { breathing } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import type { Matrix } from "@bagwise/core/linalg";
import type { SettingRisk } from "@bagwise/core/model";
import { auc } from "@bagwise/core/scores";
import {
  type Folds,
  foldPairs,
  kernelOfRows,
  type MachineFit,
  type MachineSetting,
  type MachineTask,
  type Pool,
  rowsOfTask,
  spread,
  valuesOf,
} from "@bagwise/core/training";
import { bagWeights, bestShift, errorOf, evenShift } from "./bag-error.js";
import type { CandidateKernel, MachineData } from "./data.js";
import type { ClassWeights } from "./options.js";

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

/** One combination of those that are compared. */
export interface MachineCell {
  readonly kernel: CandidateKernel;
  readonly cost: number;
  readonly setting: MachineSetting;
}

/** A cell with its held-out risk. */
export interface JudgedMachine extends SettingRisk, MachineCell {
  readonly cost: number;
  /** What is added to the bias, see `shifts`; 0 if it is not asked for. */
  readonly shift: number;
  /** The area under the curve of held-out scores, which decides between equal risks. */
  readonly auc: number;
  /** The held-out score of each bag, with the shift; 0 for a bag that was not held out. */
  readonly scores: Float64Array;
}

/** What was found, and what would have been found without each fold. */
export interface SearchedMachines {
  readonly judged: readonly JudgedMachine[];
  /** Undefined if nothing was compared. */
  readonly best: JudgedMachine | undefined;
  /** For each fold, what the other folds choose, by fits that have not seen it; undefined if they cannot tell. */
  readonly without: readonly (JudgedMachine | undefined)[];
}

/** Cells to compare, by the best of those before. */
type Stage = (best: JudgedMachine | undefined) => readonly MachineCell[];

/**
 * The held-out error of every kernel, cost and other setting: the share of bags on the wrong side of
 * 0, or the mean of that share over both classes if they are balanced. One kernel
 * matrix is held at a time, and that of a fold, which all costs and settings share.
 */
export function searchMachines(
  { kernels }: Pick<MachineData, "kernels">,
  { settings, costs }: Pick<MachineSearch, "settings" | "costs">,
): Stage[] {
  const cells = settings.flatMap((setting) => costs.map((cost) => ({ setting, cost })));
  return [() => kernels.flatMap((kernel) => cells.map((cell) => ({ kernel, ...cell })))];
}

/**
 * The same, one axis after the other: first the other settings with the first kernel and the middle
 * cost, then the kernels with the best of them, then the costs. Costs the sum of the numbers of
 * choices instead of their product.
 */
export function searchByAxes(
  { kernels: [first, ...others] }: Pick<MachineData, "kernels">,
  { settings, costs }: Pick<MachineSearch, "settings" | "costs">,
): Stage[] {
  const cost = [...costs].sort((a, b) => a - b)[(costs.length - 1) >> 1];
  const remaining = costs.filter((each) => each !== cost);
  return [
    () => settings.map((setting) => ({ kernel: first, setting, cost })),
    (best) => others.map((kernel) => ({ kernel, setting: best?.setting ?? settings[0], cost })),
    (best) => {
      const { kernel, setting } = best ?? { kernel: first, setting: settings[0] };
      return remaining.map((each) => ({ kernel, setting, cost: each }));
    },
  ];
}

/** Trained without all of these folds, and judged on the first. */
type Part = readonly number[];

/**
 * Goes through the stages: for all bags, and unless there is but one cell, once more without each fold, by fits that
 * have not seen it. There it is judged on a few of the other folds, and a fit without two folds serves both: one or two
 * fits for each cell and fold, beside those that judge the cell.
 */
export async function judgeMachines(
  data: MachineData,
  folds: Folds,
  { stages, ...search }: MachineSearch & { readonly stages: readonly Stage[] },
  context: FitContext,
): Promise<SearchedMachines> {
  const used = Math.min(folds.folds, search.mostFolds ?? folds.folds);
  const whole: Part[] = Array.from({ length: used }, (_, fold) => [fold]);
  const single = data.kernels.length * search.settings.length * search.costs.length === 1;
  const pairs = single ? [] : foldPairs(folds.folds, search.mostFolds === undefined ? undefined : 1);
  const bothKinds = (chosen: (fold: number) => boolean) =>
    [1, -1].every((sign) => data.signed.signs.some((each, bag) => each === sign && chosen(folds.of[bag])));
  const partsWithout = (fold: number): Part[] =>
    pairs
      .filter((pair) => pair.includes(fold) && bothKinds((each) => !pair.includes(each)))
      .map(([a, b]) => [a === fold ? b : a, fold]);
  const tells = (parts: readonly Part[]) => bothKinds((fold) => parts.some(([judged]) => judged === fold));
  const views = [whole, ...Array.from({ length: folds.folds }, (_, fold) => partsWithout(fold))].map((parts, k) => ({
    parts: k === 0 || tells(parts) ? parts : [],
    judged: [] as JudgedMachine[],
  }));
  const parts = views.reduce((sum, view) => sum + view.parts.length, 0);
  const total = parts * stages.reduce((sum, stage) => sum + stage(undefined).length, 0);
  const scored = scoring(data, folds, { ...search, total }, context);
  for (const stage of stages) {
    const asked = views.flatMap((view) =>
      view.parts.length === 0 ? [] : stage(bestMachine(view.judged)).map((cell) => ({ cell, view })),
    );
    await scored.fit(asked.flatMap(({ cell, view }) => view.parts.map((part) => ({ cell, part }))));
    for (const { cell, view } of asked)
      view.judged.push(judgedBy(scored.scores, { data, folds, search, cell }, view.parts));
  }
  const [all, ...rest] = views;
  return { judged: all.judged, best: bestMachine(all.judged), without: rest.map(({ judged }) => bestMachine(judged)) };
}

/** One cell alone, on the bags of these folds; default all. */
export async function judgeCell(
  data: MachineData,
  folds: Folds,
  { cell, among, ...search }: MachineSearch & { readonly cell: MachineCell; readonly among?: readonly number[] },
  context: FitContext,
): Promise<JudgedMachine> {
  const parts = (among ?? Array.from({ length: folds.folds }, (_, fold) => fold)).map((fold) => [fold]);
  const scored = scoring(data, folds, { ...search, total: parts.length }, context);
  await scored.fit(parts.map((part) => ({ cell, part })));
  return judgedBy(scored.scores, { data, folds, search, cell }, parts);
}

/** Scores of bags by fits without some folds, of which each is made once. `total` of them are asked for. */
function scoring(
  data: MachineData,
  folds: Folds,
  { total, ...search }: MachineSearch & { readonly total: number },
  { signal, onProgress }: FitContext,
) {
  const { signed, offsets } = data;
  const breath = breathing(signal);
  const known = new Map<string, { readonly scores: Float64Array; readonly solved: boolean }>();
  const keyOf = (part: Part) => [...part].sort((a, b) => a - b).join();
  const nameOf = ({ kernel, setting, cost }: MachineCell, part: Part) =>
    [data.kernels.indexOf(kernel), search.settings.indexOf(setting), cost, keyOf(part)].join("/");
  let room: Float64Array | undefined;
  let done = 0;
  return {
    scores(cell: MachineCell, part: Part) {
      const found = known.get(nameOf(cell, part));
      if (found === undefined) throw new TypeError("a part of cross-validation was not fitted");
      return found;
    },
    /** Makes the fits that are not known. */
    async fit(asked: readonly { readonly cell: MachineCell; readonly part: Part }[]) {
      const missing = new Map(asked.map((each) => [nameOf(each.cell, each.part), each]));
      for (const name of known.keys()) missing.delete(name);
      done += asked.length - missing.size;
      const wanted = [...missing].map(([name, each]) => ({ name, ...each }));
      for (const kernel of new Set(wanted.map(({ cell }) => cell.kernel))) {
        const gram = kernel.gram();
        room ??= new Float64Array(gram.data.length);
        const own = wanted.filter(({ cell }) => cell.kernel === kernel);
        for (const key of new Set(own.map(({ part }) => keyOf(part)))) {
          const some = own.filter(({ part }) => keyOf(part) === key);
          const isHeld = (bag: number) => some[0].part.includes(folds.of[bag]);
          const rows = trainingRows(data, gram, { bag: (bag) => !isHeld(bag), rows: search.rows, room });
          const held = Array.from(folds.of.keys()).filter(isHeld);
          for (const { cell, name } of some) {
            await breath();
            const found = search.solve(taskOf(data, rows, { ...search, ...cell }));
            const whole = { alpha: spread(found.alpha, rows.rows, gram.rows), beta: found.beta };
            const pool = search.pool(cell.setting);
            const scores = new Float64Array(signed.bags.size);
            for (const bag of held) scores[bag] = pool(valuesOf(gram, whole, rowsOfBag(offsets, bag)));
            known.set(name, { scores, solved: found.certificate.status === "solved" });
            onProgress?.({ step: "cross-validation", done: ++done, total });
          }
        }
      }
    },
  };
}

function judgedBy(
  scored: ReturnType<typeof scoring>["scores"],
  {
    data: { signed },
    folds,
    search,
    cell,
  }: { readonly data: MachineData; readonly folds: Folds; readonly search: MachineSearch; readonly cell: MachineCell },
  parts: readonly Part[],
): JudgedMachine {
  const found = new Map(parts.map((part) => [part[0], scored(cell, part)]));
  const tested = Uint32Array.from(folds.of.keys()).filter((bag) => found.has(folds.of[bag]));
  const signs = Int8Array.from(tested, (bag) => signed.signs[bag]);
  const own = Float64Array.from(tested, (bag) => found.get(folds.of[bag])?.scores[bag] ?? 0);
  const shift = search.shifts ? shiftOf(own, signs, search.classWeights) : 0;
  const scores = new Float64Array(signed.bags.size);
  for (let k = 0; k < own.length; k++) {
    own[k] += shift;
    scores[tested[k]] = own[k];
  }
  return {
    ...cell.kernel.axes,
    ...cell.setting,
    ...cell,
    risk: errorOf(own, signs, bagWeights(signs, search.classWeights)),
    solved: [...found.values()].filter(({ solved }) => solved).length,
    folds: parts.length,
    shift,
    auc: auc(own, signs),
    scores,
  };
}

/** Errors closer than this are equal: they are counts of bags divided by their number. */
const EQUAL = 1e-12;

/**
 * The cell with the least error; among equals the one that ranks best, then the first. Undefined
 * without any.
 */
function bestMachine(judged: readonly JudgedMachine[]): JudgedMachine | undefined {
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
