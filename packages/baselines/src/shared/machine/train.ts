import type { BagSet } from "@bagwise/core/bags";
import { type Note, version } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { type AverageScorer, type BagScorer, topMean } from "@bagwise/core/scorers";
import { areFinite, type BagScores, scoresByLabel } from "@bagwise/core/scores";
import {
  certificateNotes,
  copiesApart,
  type Folds,
  givenPriorCard,
  highest,
  knownBags,
  type MachineFit,
  type MachineSetting,
  nestedValues,
  nothingHeldOut,
  type Pool,
  signedCalibration,
} from "@bagwise/core/training";
import { coarse } from "../coarse.js";
import { signedFolds } from "../signed-folds.js";
import type { MachineData } from "./data.js";
import type { Bias, ClassWeights } from "./options.js";
import {
  judgeCell,
  judgeMachines,
  type MachineCell,
  type MachineSearch,
  type SearchedMachines,
  searchByAxes,
  searchMachines,
  taskOf,
  trainingRows,
} from "./search.js";

/** A method of hinge-loss machines: what it is trained on, and how a task is solved. */
export interface MachineMethod<Options extends MachineTrainingOptions> {
  readonly learner: string;
  data(bags: BagSet, options: Options & Pick<FitContext, "shared">): Promise<MachineData>;
  readonly solve: MachineSearch["solve"];
  /** What to choose besides kernel and cost. Default: nothing. The first is taken if nothing can be held out. */
  settings?(options: Options): readonly MachineSetting[];
  /** The share of its highest instances whose mean is the score of a bag. Default: the highest alone. */
  topShare?(setting: MachineSetting): number;
  /** What the card says about the setting besides kernel and cost. Default: nothing. */
  chosen?(options: Options): Readonly<Record<string, number | string>>;
  /** What a machine on bags is averaged with, if held-out scores allow it. Default: nothing. */
  average?(
    data: MachineData,
    machine: HeldOutMachine & { readonly scorer: BagScorer },
    options: Options,
    context: FitContext,
  ): Promise<MachineCompany | null>;
}

/** Held-out scores of a machine. */
export interface HeldOutMachine {
  /** Those of the chosen setting, whatever bags chose it: they tell where its scores lie. */
  readonly chosenHeld: BagScores;
  /** Those of bags that had no say in the choice, see `nestedValues`. */
  readonly held: BagScores;
}

/** A machine in an average: its scorer, held-out scores of the whole, and what is said about it. */
export interface MachineCompany {
  readonly scorer: AverageScorer;
  readonly held: BagScores;
  readonly reasons: readonly string[];
  readonly notes: readonly Note[];
}

/** Options that training itself uses, as `MACHINE_OPTIONS` reads them. */
export interface MachineTrainingOptions {
  readonly cost: readonly number[];
  readonly classWeights: ClassWeights;
  readonly folds: number | undefined;
  readonly prior: number | undefined;
  /** Default: as solved. */
  readonly bias?: Bias;
  readonly seed: number;
}

/**
 * Settings of a costly machine are compared on so many folds. The bias and held-out scores come from
 * all of them.
 */
const FOLDS_TO_COMPARE = 3;
/** And trained on so many instances: time grows with their square. */
const ROWS_TO_COMPARE = 800;

const ADVICE = { invalid: "scale the features", inaccurate: "a smaller cost may help" };

/**
 * Trains a machine: chooses kernel, cost and other settings by cross-validation, then solves the task
 * of all bags. If nothing can be held out, the first setting is taken. Costs a training for every
 * setting and fold; for a machine on instances not every combination is tried, and three folds at most
 * are held out for it, see `searchByAxes`.
 */
export async function trainMachine<Options extends MachineTrainingOptions>(
  method: MachineMethod<Options>,
  all: BagSet,
  options: Options,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  signal?.throwIfAborted();
  const data = await method.data(all, { ...options, shared: context.shared });
  const { signed } = data;
  const folds = signedFolds(signed, options);
  const search: MachineSearch = {
    solve: method.solve,
    pool: (setting) => poolOf(method.topShare?.(setting)),
    costs: options.cost,
    settings: method.settings?.(options) ?? [{}],
    shifts: options.bias === "held-out",
    classWeights: options.classWeights,
    seed: options.seed,
    rough: true,
    ...(data.costly && { mostFolds: FOLDS_TO_COMPARE, rows: coarse(data.offsets, ROWS_TO_COMPARE) }),
  };
  const stages = (data.costly ? searchByAxes : searchMachines)(data, search);
  const searched = folds && (await judgeMachines(data, folds, { ...search, stages }, context));
  const { judged = [], best } = searched ?? {};
  const exact = searched && folds && (await heldOutExactly(data, folds, search, searched, context));
  const first = { kernel: data.kernels[0], cost: search.costs[0], setting: search.settings[0] };
  const { kernel, cost, setting } = best ?? first;
  onProgress?.({ step: "training", done: 0, total: 1 });
  signal?.throwIfAborted();
  const found = method.solve(
    // A matrix of its own, so that what is derived from it is forgotten with it.
    taskOf(data, trainingRows(data, { ...kernel.gram() }), { ...search, cost, setting, rough: false }),
  );
  context.onProblem?.(found.problem);
  onProgress?.({ step: "training", done: 1, total: 1 });
  const shift = exact?.shift ?? 0;
  const { scorer, centres } = kernel.scorer({ alpha: found.alpha, beta: found.beta + shift });
  const topShare = method.topShare?.(setting);
  const ofMachine = exact !== undefined && areFinite(exact.chosenHeld) && areFinite(exact.held) ? exact : null;
  const company =
    ofMachine !== null && scorer.kind === "bags"
      ? await method.average?.(data, { scorer, ...ofMachine }, options, { signal })
      : null;
  const heldOut = company?.held ?? ofMachine?.held ?? null;
  const reasons = [...(found.scheme ? [schemeText(found.scheme)] : []), ...(company?.reasons ?? [])];
  const prior = options.prior === undefined ? null : givenPriorCard(options.prior);
  return new Model({
    card: {
      learner: method.learner,
      bagwise: version,
      options: given,
      kernel: kernel.kernel,
      prior,
      chosen: { ...kernel.axes, cost, ...setting, ...(search.shifts && { shift }), ...method.chosen?.(options) },
      certificate: found.certificate,
      risks: judged.map(({ kernel: _, setting: __, scores: ___, auc: ____, ...risk }) => risk),
      measures: null,
      calibration: signedCalibration(heldOut, options.prior),
      bound: null,
      training: {
        positive: signed.positives,
        unlabeled: signed.unlabeled,
        ...(signed.negatives > 0 && { negative: signed.negatives }),
        instances: signed.bags.instances,
        centres,
        dataHash: data.dataHash,
      },
      ...(reasons.length > 0 && { reasons }),
      notes: [
        ...data.notes,
        ...(best === undefined ? [nothingHeldOut("settings")] : []),
        ...copiesApart(signed.bags, best && folds, context),
        ...fitNotes(found),
        ...(company?.notes ?? []),
      ],
    },
    scaling: data.scaling,
    scorer:
      company?.scorer ?? (scorer.kind === "instances" && topShare !== undefined ? { ...scorer, topShare } : scorer),
    ...knownBags(signed.bags, heldOut),
  });
}

/**
 * The chosen setting once more, with all instances and all digits: what the card and the bias are made of must not depend
 * on the order in which rough solutions were rounded. And each fold with what the others chose.
 */
async function heldOutExactly(
  data: MachineData,
  folds: Folds,
  search: MachineSearch,
  { best, without }: SearchedMachines,
  { signal }: FitContext,
): Promise<(HeldOutMachine & { readonly shift: number }) | undefined> {
  if (best === undefined) return undefined;
  const exact = { ...search, rough: false, rows: undefined };
  const own = await judgeCell(data, folds, { ...exact, cell: best }, { signal });
  const first = { kernel: data.kernels[0], setting: search.settings[0], cost: search.costs[0], shift: 0 };
  const chosen = without.map((each) => each ?? first);
  const values = [own.scores];
  const numbers: number[] = chosen.map((cell) => (sameCell(cell, best) ? 0 : -1));
  for (let fold = numbers.indexOf(-1); fold >= 0; fold = numbers.indexOf(-1)) {
    const cell = chosen[fold];
    const among = [...chosen.keys()].filter((other) => sameCell(chosen[other], cell));
    const { scores } = await judgeCell(data, folds, { ...exact, shifts: false, cell, among }, { signal });
    for (const other of among) numbers[other] = values.length;
    const isAmong = (bag: number) => among.includes(folds.of[bag]);
    values.push(scores.map((score, bag) => (isAmong(bag) ? score + chosen[folds.of[bag]].shift : Number.NaN)));
  }
  const byLabel = (scores: Float64Array) => scoresByLabel(scores, { bags: data.signed.bags, scenario: "case-control" });
  return {
    shift: own.shift,
    chosenHeld: byLabel(own.scores),
    held: byLabel(nestedValues(folds, values, { chosen: 0, without: numbers })),
  };
}

function sameCell(a: MachineCell, b: MachineCell): boolean {
  return a.kernel === b.kernel && a.setting === b.setting && a.cost === b.cost;
}

function poolOf(topShare: number | undefined): Pool {
  return topShare === undefined ? highest : (values) => topMean(values, topShare);
}

function schemeText({ path, settled, starts }: NonNullable<MachineFit["scheme"]>): string {
  const objectives = path.map((value) => Number(value.toPrecision(6))).join(", ");
  return `${starts === 1 ? "One start" : `${starts} starts`}, ${path.length} convex problem${path.length === 1 ? "" : "s"}${settled ? "" : ", stopped before it settled"}; the objective after each: ${objectives}.`;
}

function fitNotes({ certificate, scheme }: MachineFit): Note[] {
  const problem = scheme === undefined ? "the training problem" : "the last convex problem";
  const notes = certificateNotes(certificate, { advice: ADVICE, problem });
  if (scheme !== undefined && !scheme.settled)
    notes.push({
      code: "not-settled",
      message: `the alternation was stopped after ${scheme.path.length} steps, before it settled; more steps may lower the objective a little`,
    });
  return notes;
}
