import { random } from "../../base/random.js";
import type { SettingRisk } from "../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import { pnuRisk } from "../../scores/pu-risk.js";
import { labelledInSample, labelsCarryPrior, type Scenario } from "../../scores/scenario.js";
import type { FitContext } from "../learner.js";
import { type Folds, trainingFolds } from "../shared/folds.js";
import { executeHere } from "../work.js";
import type { PuSkcData } from "./data.js";
import { type FitLoss, PU_SKC_WORK, type PuSkcJob } from "./fit.js";
import type { CheckedPuSkcOptions } from "./options.js";

/** What fits need of the options. */
export interface FitOptions
  extends Pick<CheckedPuSkcOptions, "penalty" | "scenario" | "degrees" | "lambdas" | "negativeWeight"> {
  readonly loss: FitLoss;
  /** For the ramp loss. */
  readonly steps?: number | undefined;
}

/** A setting with its risk and its held-out scores. */
export interface JudgedSetting extends SettingRisk {
  readonly degree: number;
  readonly lambda: number;
  readonly held: BagScores;
}

/** The bags on which settings are compared, and their folds. */
export interface Search extends Folds {
  /** Numbers of the bags, ascending; `of[k]` is the fold of bag `rows[k]`. */
  readonly rows: Uint32Array;
}

/**
 * The bags on which settings are compared; undefined if nothing can be held out. Of more than
 * `searchBags` bags a random draw is used: it is enough to choose a setting well, and cost grows
 * with the number of bags. Throws an InputError for more folds than positive bags.
 */
export function searchOf(data: PuSkcData, options: CheckedPuSkcOptions): Search | undefined {
  const rows = searchedRows(data, options);
  const folds = trainingFolds(data.bags.subset(rows), { folds: options.folds, seed: options.seed });
  return folds && { ...folds, rows };
}

/**
 * Whether known negatives can be held out while others are trained on: whether they are in at least
 * two folds.
 */
export function negativesHeld({ bags, negatives }: PuSkcData, { rows, of }: Search): boolean {
  return new Set(of.filter((_, k) => rows[k] >= bags.size - negatives)).size >= 2;
}

/** What to compare: every degree with every weight of known negatives and every lambda. */
interface Grid {
  readonly degrees: readonly number[];
  readonly lambdas: readonly number[];
  readonly weights: readonly number[];
}

/**
 * The risk of every setting. There is one job for each degree, weight and fold: plain data, so that
 * jobs run anywhere.
 */
export async function crossValidate(
  data: PuSkcData,
  options: FitOptions,
  { prior, search, grid, step }: { prior: number; search: Search; grid: Grid; step: string },
  { onProgress, execute = executeHere, signal }: FitContext,
): Promise<JudgedSetting[]> {
  const { rows, folds } = search;
  const degrees = data.family.hasDegree ? grid.degrees : grid.degrees.slice(0, 1);
  const fits = degrees.flatMap((degree) => grid.weights.map((negativeWeight) => ({ degree, negativeWeight })));
  const inFold = (fold: number) => rows.filter((_, k) => search.of[k] === fold);
  const jobs = fits.flatMap((fit) =>
    Array.from({ length: folds }, (_, fold) =>
      jobFor(data, options, { prior, ...fit, lambdas: grid.lambdas, among: rows, fold: inFold(fold) }),
    ),
  );
  let done = 0;
  const onDone = () => onProgress?.({ step, done: ++done, total: jobs.length });
  const outcomes = await execute(PU_SKC_WORK, jobs, onDone, signal);
  return fits.flatMap(({ degree, negativeWeight }, f) =>
    grid.lambdas.map((lambda, l) => {
      const scores = new Float64Array(data.bags.size);
      let solved = 0;
      for (let k = f * folds; k < (f + 1) * folds; k++) {
        const { solution, scores: found } = outcomes[k][l];
        if (solution.status === "solved") solved++;
        for (const [at, row] of jobs[k].validation.entries()) scores[row] = found[at];
      }
      const held = scoresByLabel(
        Float64Array.from(rows, (row) => scores[row]),
        { bags: data.bags, rows, scenario: options.scenario },
      );
      const risk = pnuRisk(held, prior);
      return { degree, lambda, ...(data.negatives > 0 && { negativeWeight }), risk, solved, folds, held };
    }),
  );
}

/**
 * The bags on which settings are compared, ascending: all of them, or a draw. In the case-control
 * scenario up to a quarter of the draw is positive, and up to a quarter negative. In the single-set
 * scenario all kinds are drawn at the same rate, because their proportion carries the prior.
 */
function searchedRows(
  { bags, positives, negatives }: PuSkcData,
  { searchBags, scenario, seed }: CheckedPuSkcOptions,
): Uint32Array {
  if (bags.size <= searchBags) return Uint32Array.from({ length: bags.size }, (_, i) => i);
  const quota = (kind: number) => {
    const share = labelsCarryPrior(scenario) ? Math.round((searchBags * kind) / bags.size) : Math.floor(searchBags / 4);
    return Math.min(kind, Math.max(2, share));
  };
  const generator = random(seed);
  const unlabeled = bags.size - positives - negatives;
  const first = generator.sample(positives, quota(positives));
  const fromUnlabeled = Math.min(unlabeled, searchBags - first.length - quota(negatives));
  const rest = generator.sample(unlabeled, fromUnlabeled).map((i) => positives + i);
  const last = generator.sample(negatives, quota(negatives)).map((i) => positives + unlabeled + i);
  return Uint32Array.from([...first, ...rest, ...last]).sort();
}

/**
 * The rows of each kind. `unlabeled` is the sample of p(X): all rows in the single-set scenario.
 */
function byKind(rows: Uint32Array, { bags, positives, negatives }: PuSkcData, scenario: Scenario) {
  const end = bags.size - negatives;
  return {
    positive: rows.filter((row) => row < positives),
    unlabeled: labelledInSample(scenario) ? rows : rows.filter((row) => row >= positives && row < end),
    negative: rows.filter((row) => row >= end),
  };
}

/** What one job is for. */
interface Unit {
  readonly prior: number;
  readonly degree: number;
  readonly lambdas: readonly number[];
  /** The weight of known negatives; 0 if there are none. */
  readonly negativeWeight: number;
  /** Bags to train on and to hold out from; default all. */
  readonly among?: Uint32Array;
  /** The held-out bags; undefined for the final fit. */
  readonly fold: Uint32Array | undefined;
}

/** The most convex problems for the ramp loss if settings are only compared. */
const FEW_STEPS = 4;

/** The job that trains on all bags except the held-out ones, and scores those. */
export function jobFor(
  data: PuSkcData,
  { loss, steps, penalty, scenario }: FitOptions,
  { prior, degree, lambdas, negativeWeight, among, fold }: Unit,
): PuSkcJob {
  const held = new Set(fold);
  const all = among ?? Uint32Array.from({ length: data.bags.size }, (_, i) => i);
  const training = all.filter((i) => !held.has(i));
  return {
    gram: data.family.degree(degree),
    ...byKind(training, data, scenario),
    negativeWeight,
    centres: data.all ? training : Uint32Array.from(data.centres.keys()),
    centreRows: data.all ? training : data.centres,
    validation: fold ?? new Uint32Array(0),
    prior,
    lambdas,
    loss,
    ...(loss === "ramp" && { steps: fold === undefined ? steps : Math.min(steps ?? FEW_STEPS, FEW_STEPS) }),
    penalty,
  };
}
