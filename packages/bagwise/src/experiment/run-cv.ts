import { type CvOptions, type CvRecord, type CvSummary, cvCsv, cvLatex, cvMarkdown, summariseCv } from "@bagwise/lab";
import { commandOf } from "@bagwise/lab/running";
import { FILES } from "./folder/files.js";
import { type CvPlan, type CvSources, planCrossValidation } from "./plan-cv.js";
import {
  checkedWorkers,
  type ExperimentControl,
  emptyDocument,
  type FinishedRecords,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";

/** What to cross-validate, on which data, and where to put the results. */
export type RunCvOptions = CvOptions & CvSources & FolderOptions;

export interface CvOutcome extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly summary: CvSummary | undefined;
}

/**
 * Cross-validates methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables
 * and the report: see `runInFolder`. Throws an InputError for bad options and for data that are
 * missing, not labelled or too few for the folds.
 */
export async function runCv(options: RunCvOptions = {}, control: ExperimentControl<CvRecord> = {}): Promise<CvOutcome> {
  const { out = "experiment-cv", workers: asked, data, datasets, ...grid } = options;
  const workers = checkedWorkers(asked);
  const plan = await planCrossValidation(grid, { data, datasets }, control.env);
  const { outcome, result } = await runInFolder<CvRecord, CvSummary>({ ...control, plan, out, workers }, (finished) =>
    conclude(plan, finished),
  );
  return { ...outcome, summary: result };
}

/** The texts depend on the records alone, except for times. */
async function conclude({ header: { data: hashes }, grid, sets }: CvPlan, { records, run }: FinishedRecords<CvRecord>) {
  const summary = summariseCv(records, { data: sets, grid });
  const { version, notes } = run;
  const { cvReport } = await import("@bagwise/lab");
  const texts = {
    [FILES.markdown]: cvMarkdown(summary, { version, command: commandOf(run), hashes, notes }),
    [FILES.latex]: cvLatex(summary),
    [FILES.csv]: cvCsv(summary, { version, hashes }),
    [FILES.report]: cvReport(summary, run, { document: await emptyDocument() }),
  };
  return { result: summary, texts };
}
