import { random } from "../base/random.js";
import { puRisk } from "../metrics/index.js";
import type { SettingRisk } from "../model/index.js";
import type { Scenario } from "../prior/index.js";
import { type Folds, trainingFolds } from "../selection/index.js";
import { breathing } from "./breathe.js";
import type { Execute, FitContext } from "./learner.js";
import type { PuSkcData } from "./pu-skc-data.js";
import { type PuSkcJob, runPuSkcJob } from "./pu-skc-fit.js";
import type { checkedPuSkcOptions } from "./pu-skc-options.js";

type Options = ReturnType<typeof checkedPuSkcOptions>;

/** The scores of bags by which a classifier is judged: of the positive ones, and of the sample of p(X). */
export interface HeldScores {
  readonly positive: Float64Array;
  readonly unlabeled: Float64Array;
}

/** A setting with its risk and the scores of the bags while they were held out. */
export interface JudgedSetting extends SettingRisk {
  readonly degree: number;
  readonly held: HeldScores;
}

/** The bags on which settings are compared, and their folds. */
export interface Search extends Folds {
  /** Numbers of the bags, ascending; `of[k]` is the fold of bag `rows[k]`. */
  readonly rows: Uint32Array;
}

/**
 * What settings are compared on; undefined when nothing can be held out. Of more than `searchBags` bags a draw is used, because a setting is chosen
 * well on some, and the cost grows with all of them. An InputError for more folds than positive bags.
 */
export function searchOf(data: PuSkcData, options: Options): Search | undefined {
  const rows = searchedRows(data, options);
  const folds = trainingFolds(data.bags.subset(rows), { folds: options.folds, seed: options.seed });
  return folds && { ...folds, rows };
}

/** The risk of every setting. Jobs are one for each degree and fold: plain data, so they may run anywhere. */
export async function crossValidate(
  data: PuSkcData,
  options: Options,
  { prior, search: { rows, ...folds } }: { prior: number; search: Search },
  { onProgress, execute = executeHere, signal }: FitContext,
): Promise<JudgedSetting[]> {
  const degrees = data.family.hasDegree ? options.degrees : options.degrees.slice(0, 1);
  const plan = degrees.flatMap((degree) => Array.from({ length: folds.folds }, (_, fold) => ({ degree, fold })));
  const inFold = (fold: number) => rows.filter((_, k) => folds.of[k] === fold);
  const jobs = plan.map(({ degree, fold }) =>
    jobFor(data, options, { prior, degree, lambdas: options.lambdas, among: rows, fold: inFold(fold) }),
  );
  let done = 0;
  const onDone = () => onProgress?.({ step: "cross-validation", done: ++done, total: jobs.length });
  const outcomes = await execute(jobs, onDone, signal);
  return degrees.flatMap((degree) =>
    options.lambdas.map((lambda, l) => {
      const scores = new Float64Array(data.bags.size);
      let solved = 0;
      plan.forEach((unit, k) => {
        if (unit.degree !== degree) return;
        const { solution, scores: found } = outcomes[k][l];
        if (solution.status === "solved") solved++;
        for (const [at, row] of jobs[k].validation.entries()) scores[row] = found[at];
      });
      const held = heldScores(scores, rows, data.positives, options.scenario);
      const risk = puRisk(held.positive, held.unlabeled, prior);
      return { degree, lambda, risk, solved, folds: folds.folds, held };
    }),
  );
}

/**
 * The bags on which settings are compared, ascending: all of them, or a draw. In the case-control scenario up to a quarter of the draw is positive; in
 * the single-set scenario both kinds are drawn at the same rate, because their proportion carries the prior.
 */
function searchedRows({ bags, positives }: PuSkcData, { searchBags, scenario, seed }: Options): Uint32Array {
  if (bags.size <= searchBags) return Uint32Array.from({ length: bags.size }, (_, i) => i);
  const share =
    scenario === "single-set" ? Math.round((searchBags * positives) / bags.size) : Math.floor(searchBags / 4);
  const fromPositive = Math.min(positives, Math.max(2, share));
  const generator = random(seed);
  const first = generator.sample(positives, fromPositive);
  const rest = generator.sample(bags.size - positives, searchBags - fromPositive).map((i) => positives + i);
  return Uint32Array.from([...first, ...rest]).sort();
}

/** In the single-set scenario the sample of p(X) is P together with U (METHODS, section 1). */
function heldScores(scores: Float64Array, rows: Uint32Array, positives: number, scenario: Scenario): HeldScores {
  const of = (chosen: Uint32Array) => Float64Array.from(chosen, (row) => scores[row]);
  return {
    positive: of(rows.filter((row) => row < positives)),
    unlabeled: of(scenario === "single-set" ? rows : rows.filter((row) => row >= positives)),
  };
}

/** What one job is for. */
export interface Unit {
  readonly prior: number;
  readonly degree: number;
  readonly lambdas: readonly number[];
  /** Bags to train on and hold out of; default all. */
  readonly among?: Uint32Array;
  /** Bags that are held out; undefined for the final fit. */
  readonly fold: Uint32Array | undefined;
}

/** The job that trains on all bags but those held out, and scores these. */
export function jobFor(
  data: PuSkcData,
  { loss, penalty, scenario }: Options,
  { prior, degree, lambdas, among, fold }: Unit,
): PuSkcJob {
  const held = new Set(fold);
  const all = among ?? Uint32Array.from({ length: data.bags.size }, (_, i) => i);
  const training = all.filter((i) => !held.has(i));
  return {
    gram: data.family.degree(degree),
    positive: training.filter((i) => i < data.positives),
    // The sample of p(X), as in `heldScores`.
    unlabeled: scenario === "single-set" ? training : training.filter((i) => i >= data.positives),
    centres: data.all ? training : Uint32Array.from(data.centres.keys()),
    centreRows: data.all ? training : data.centres,
    validation: fold ?? new Uint32Array(0),
    prior,
    lambdas,
    loss,
    penalty,
  };
}

/** Runs jobs in this thread, giving way between them so that a page stays alive and a signal is heard. */
export const executeHere: Execute = async (jobs, onDone, signal) => {
  const outcomes: ReturnType<typeof runPuSkcJob>[] = [];
  const pause = breathing(signal);
  for (const job of jobs) {
    await pause();
    outcomes.push(runPuSkcJob(job));
    onDone();
  }
  return outcomes;
};
