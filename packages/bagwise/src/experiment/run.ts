import { version } from "@bagwise/core/base";
import type { ReadOptions } from "@bagwise/files";
import {
  type CheckOptions,
  type CheckRecord,
  type CheckSummary,
  type CompareOptions,
  type CompareRecord,
  type Comparison,
  type CvOptions,
  type CvRecord,
  type CvSummary,
  type ExperimentKind,
  type ExperimentSummary,
  type GridOptions,
  type ReviewExperimentOptions,
  type ReviewRecord,
  type ReviewSummary,
  type TrialRecord,
  trialId,
} from "@bagwise/lab";
import {
  type AnyRecord,
  type AnySpec,
  CHECKS_EXPERIMENT,
  COMPARE_EXPERIMENT,
  CV_EXPERIMENT,
  type Experiment,
  PAPER_EXPERIMENTS,
  REVIEW_EXPERIMENT,
} from "@bagwise/lab/running";
import {
  type CompareSources,
  comparedData,
  crossValidated,
  type FolderSources,
  type FoundData,
  paperData,
  reviewedData,
} from "./data.js";
import { dataFolders } from "./datasets/find-data.js";
import type { JournalHeader } from "./folder/journal.js";
import { type AlsoShown, readFinished } from "./read-finished.js";
import {
  checkedWorkers,
  type ExperimentControl,
  type ExperimentPlan,
  emptyDocument,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";
import type { TrialJob } from "./threads/trial-pool.js";

/** What to run, on which data, and where to put the results. */
export interface ExperimentOptions extends GridOptions, FolderOptions {
  /** Default paper. */
  readonly experiment?: ExperimentKind | undefined;
  /** The folder with the data sets as CSV. Default: see `dataFolders`. */
  readonly data?: string | undefined;
  /** Output folders of experiments of other kinds, to show in the same report. Default none. */
  readonly also?: readonly string[] | undefined;
}

/** An experiment that has run, or was stopped. */
interface SummaryOutcome<T> extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly summary: T | undefined;
}

/** With seconds where they were measured. */
export type ExperimentOutcome = SummaryOutcome<ExperimentSummary>;

/**
 * Runs an experiment of the paper on worker threads, and writes `results.jsonl`, `timings.jsonl`,
 * the tables and the report: see `runInFolder`. Throws an InputError for bad options, for missing
 * data, and for folders of `also` that are not complete, or of another version or other data. Costs
 * the trials, and memory for each data set in each thread.
 */
export async function runExperiment(
  { experiment = "paper", data, workers, also = [], out, ...options }: ExperimentOptions = {},
  control: ExperimentControl<TrialRecord> = {},
): Promise<ExperimentOutcome> {
  return await run(PAPER_EXPERIMENTS[experiment], { options, out, workers }, control, {
    find: ({ specs }) => paperData([...new Set(specs.map(({ dataset }) => dataset))], dataFolders(data, control.env)),
    readAlso: (header) => readFinished(also, header),
  });
}

/** What to compare, on which data, and where to put the results. */
export type RunCompareOptions = CompareOptions & CompareSources & FolderOptions;

export interface CompareOutcome extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly comparison: Comparison | undefined;
}

/**
 * Compares methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, `cells.csv`,
 * `compare.md` and `report.html`: see `runInFolder`. Throws an InputError for bad options and for
 * data that are missing or not labelled.
 */
export async function runCompare(
  { out, workers, data, datasets, families, ...options }: RunCompareOptions = {},
  control: ExperimentControl<CompareRecord> = {},
): Promise<CompareOutcome> {
  const { summary, ...outcome } = await run(COMPARE_EXPERIMENT, { options, out, workers }, control, {
    find: () => comparedData({ data, datasets, families }, control.env),
  });
  return { ...outcome, comparison: summary };
}

/** What to cross-validate, on which data, and where to put the results. */
export type RunCvOptions = CvOptions & FolderSources & FolderOptions;
export type CvOutcome = SummaryOutcome<CvSummary>;

/**
 * Cross-validates methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables
 * and the report: see `runInFolder`. Throws an InputError for bad options and for data that are
 * missing, not labelled or too few for the folds.
 */
export async function runCv(
  { out, workers, data, datasets, ...options }: RunCvOptions = {},
  control: ExperimentControl<CvRecord> = {},
): Promise<CvOutcome> {
  return await run(CV_EXPERIMENT, { options, out, workers }, control, {
    find: () => crossValidated({ data, datasets }, control.env),
  });
}

/** What to check, and where to put the results. */
export type RunChecksOptions = CheckOptions & FolderOptions;
export type ChecksOutcome = SummaryOutcome<CheckSummary>;

/**
 * Checks methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables and
 * the report: see `runInFolder`. Throws an InputError for bad options.
 */
export async function runChecks(
  { out, workers, ...options }: RunChecksOptions = {},
  control: ExperimentControl<CheckRecord> = {},
): Promise<ChecksOutcome> {
  return await run(CHECKS_EXPERIMENT, { options, out, workers }, control, {
    find: async () => ({ data: [], notes: [] }),
  });
}

/** What to simulate, on which bags, and where to put the results. */
export interface RunReviewOptions extends ReviewExperimentOptions, FolderOptions {
  /** The file of labelled bags. What is not labelled positive is taken for negative. */
  readonly data: string;
  /** How it is read: plain data. */
  readonly reading?: ReadOptions | undefined;
}
export type ReviewOutcome = SummaryOutcome<ReviewSummary>;

/**
 * Simulates reviews on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables and the report:
 * see `runInFolder`. Throws an InputError for bad options, and for bags without two positives and a negative.
 */
export async function runReviews(
  { out, workers, data: file, reading = {}, ...options }: RunReviewOptions,
  control: ExperimentControl<ReviewRecord> = {},
): Promise<ReviewOutcome> {
  return await run(REVIEW_EXPERIMENT, { options, out, workers }, control, {
    find: () => reviewedData(file, reading),
  });
}

/** What an experiment needs of the disk. */
interface Sources<G, D, T> {
  find(grid: G): Promise<FoundData<D>>;
  /** Finished experiments for the same report. Default none. */
  readAlso?(header: JournalHeader): Promise<AlsoShown<T>>;
}

/** Plans an experiment, runs what is left of it, and writes what it says: see `runInFolder`. */
async function run<O, G, D, R extends AnyRecord<AnySpec>, T>(
  experiment: Experiment<O, G, D, R, T>,
  { options, out = `experiment-${experiment.name}`, workers: asked }: FolderOptions & { readonly options: O },
  control: ExperimentControl<R>,
  { find, readAlso }: Sources<G, D, T>,
): Promise<SummaryOutcome<T>> {
  const workers = checkedWorkers(asked, { usual: experiment.workers });
  const grid = experiment.checked(options);
  const found = await find(grid);
  const { plan, data } = await planOf(experiment, grid, found);
  const { also, notes } = (await readAlso?.(plan.header)) ?? { also: [], notes: [] };
  const work = { ...control, plan: { ...plan, notes: [...plan.notes, ...notes] }, out, workers };
  const { outcome, result } = await runInFolder<R, T>(work, async ({ records, timings, run: about }) => {
    const summary = experiment.summary(records, { grid, data, timings });
    const document = await emptyDocument();
    return { result: summary, texts: await experiment.files(summary, { grid, run: about, document, also }) };
  });
  return { ...outcome, summary: result };
}

/** Names each trial by its hash, and writes the header of the journal. Costs a hash for each trial. */
async function planOf<O, G, D, R extends AnyRecord<AnySpec>, T>(
  { name, planned }: Experiment<O, G, D, R, T>,
  grid: G,
  { data: all, notes: before, chosen = {}, reading }: FoundData<D>,
): Promise<{ plan: ExperimentPlan; data: D[] }> {
  const known = all.map((each) => each.known);
  const { specs, common, notes, ...rest } = planned(grid, known, chosen);
  const used = new Set(specs.map(({ dataset }) => dataset));
  // Data sets with too few bags for any trial are not data of the experiment.
  const data = all.filter((each) => used.has(each.name));
  const fileOf = new Map(data.map((each) => [each.name, each]));
  const jobs = await Promise.all(
    specs.map(async (spec): Promise<TrialJob> => {
      const { file, hash } = fileOf.get(spec.dataset) ?? { file: "", hash: "" };
      return { id: await trialId(spec, hash), spec, file, hash, ...(reading && { reading }) };
    }),
  );
  const hashes = Object.fromEntries(data.map(({ name: set, hash }) => [set, hash]));
  const header = { bagwise: version, experiment: name, options: common, data: hashes };
  const files = data.map(({ name: set, hash, file }) => ({ name: set, hash, file }));
  return {
    plan: { jobs, header, data: files, notes: [...before, ...notes], ...rest },
    data: data.map((each) => each.known),
  };
}
