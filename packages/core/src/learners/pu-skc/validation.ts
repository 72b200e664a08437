import { random } from "../../base/random.js";
import type { SettingRisk } from "../../model/setting-risk.js";
import { scoresByLabel } from "../../scores/bag-scores.js";
import { pnuRisk } from "../../scores/pu-risk.js";
import { labelledInSample, labelsCarryPrior, type Scenario } from "../../scores/scenario.js";
import type { FitContext } from "../learner.js";
import { type Folds, trainingFolds } from "../shared/folds.js";
import { foldPairs, risksWithout } from "../shared/nested.js";
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

/** A setting with its risk. */
export interface JudgedSetting extends SettingRisk {
  readonly degree: number;
  readonly lambda: number;
  /** Its held-out score of each bag of the search. */
  readonly values: Float64Array;
  /** Its risk without each fold, by fits that have not seen it; undefined if nobody asked, or nobody can tell. */
  readonly without: readonly (number | undefined)[];
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
export interface SettingGrid {
  readonly degrees: readonly number[];
  readonly lambdas: readonly number[];
  readonly weights: readonly number[];
}

/** What is compared, and where: see `crossValidate`. */
interface Comparison {
  readonly prior: number;
  readonly search: Search;
  readonly grid: SettingGrid;
  readonly step: string;
  /** Whether settings are judged without each fold, too. */
  readonly nested: boolean;
}

/**
 * The risk of every setting. There is one job for each degree, weight and fold, and with `nested` one for each pair of
 * folds: plain data, so that jobs run anywhere.
 */
export async function crossValidate(
  data: PuSkcData,
  options: FitOptions,
  { prior, search, grid, step, nested }: Comparison,
  { onProgress, execute = executeHere, signal }: FitContext,
): Promise<JudgedSetting[]> {
  const { rows, folds } = search;
  const degrees = data.family.hasDegree ? grid.degrees : grid.degrees.slice(0, 1);
  const fits = degrees.flatMap((degree) => grid.weights.map((negativeWeight) => ({ degree, negativeWeight })));
  const single = Array.from({ length: folds }, (_, fold) => [fold]);
  const parts: readonly (readonly number[])[] = nested
    ? [...single, ...foldPairs(folds).filter((pair) => leavesBothKinds(data, search, pair))]
    : single;
  const jobs = fits.flatMap((fit) =>
    parts.map((held) => {
      const fold = rows.filter((_, k) => held.includes(search.of[k]));
      return jobFor(data, options, { prior, ...fit, lambdas: grid.lambdas, among: rows, fold });
    }),
  );
  let done = 0;
  const onDone = () => onProgress?.({ step, done: ++done, total: jobs.length });
  const outcomes = await execute(PU_SKC_WORK, jobs, onDone, signal);
  const placeOf = new Map(Array.from(rows, (row, k) => [row, k]));
  /** Held-out scores of a setting, by the fits of some parts. */
  const valuesBy = (f: number, l: number, chosen: (part: number) => boolean) => {
    const values = new Float64Array(rows.length);
    for (const part of parts.keys()) {
      if (!chosen(part)) continue;
      const at = f * parts.length + part;
      for (const [k, row] of jobs[at].validation.entries()) values[placeOf.get(row) ?? 0] = outcomes[at][l].scores[k];
    }
    return values;
  };
  const settings = fits.flatMap((fit, f) => grid.lambdas.map((lambda, l) => ({ ...fit, lambda, f, l })));
  const risk = (values: Float64Array, places: ArrayLike<number>) => {
    const some = { bags: data.bags, rows: Array.from(places, (k) => rows[k]), scenario: options.scenario };
    return pnuRisk(
      scoresByLabel(
        Float64Array.from(places, (k) => values[k]),
        some,
      ),
      prior,
    );
  };
  const without = nested
    ? await risksWithout(search, {
        pair: async (a, b) => {
          const pair = parts.findIndex((held) => held.length === 2 && held[0] === a && held[1] === b);
          if (pair < 0) return undefined;
          return settings.map(({ f, l }) => valuesBy(f, l, (part) => part === pair));
        },
        risk,
        positive: (k) => rows[k] < data.positives,
      })
    : [];
  const every = rows.map((_, k) => k);
  return settings.map(({ degree, negativeWeight, lambda, f, l }, s) => {
    const values = valuesBy(f, l, (part) => part < folds);
    const solved = single.filter((_, fold) => outcomes[f * parts.length + fold][l].solution.status === "solved").length;
    const known = data.negatives > 0 && { negativeWeight };
    const others = without.map((risks) => risks[s]);
    return { degree, lambda, ...known, risk: risk(values, every), solved, folds, values, without: others };
  });
}

/** Whether bags of both kinds are left to train on without some folds. */
function leavesBothKinds({ positives, bags, negatives }: PuSkcData, { rows, of }: Search, without: readonly number[]) {
  const left = rows.filter((_, k) => !without.includes(of[k]));
  return left.some((row) => row < positives) && left.some((row) => row >= positives && row < bags.size - negatives);
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
