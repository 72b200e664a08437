import { summariseTrials } from "../paper/summarise.js";
import type { Summary } from "../paper/summary.js";
import type { TrialRecord, TrialTiming } from "../paper/trial.js";
import type { OtherExperiment, RunInfo } from "../report/run-info.js";
import { tableCsv } from "../tables/csv.js";
import { tableLatex } from "../tables/latex.js";
import { tableMarkdown } from "../tables/markdown.js";
import type { JournalHeader } from "./journal.js";
import { writeResults } from "./write-results.js";

/** The files of an output folder. */
export const FILES = {
  results: "results.jsonl",
  timings: "timings.jsonl",
  markdown: "table.md",
  latex: "table.tex",
  csv: "table.csv",
  report: "report.html",
  lock: ".lock",
} as const;

/** What is written when all trials are done. */
export interface Finished {
  readonly header: JournalHeader;
  /** In the order of the grid. */
  readonly records: readonly TrialRecord[];
  readonly timings: readonly TrialTiming[];
  readonly run: RunInfo;
  /** Experiments of other kinds for the same report. */
  readonly also: readonly OtherExperiment[];
}

/**
 * Writes the journal in the order of the grid, the tables and the report, each whole or not at all;
 * returns the summary and the paths. The bytes depend on the records alone, except for the part of
 * the report that says how long things took, and where, and for the tables of `time`.
 */
export async function writeFinished(
  folder: string,
  { header, records, timings, run, also }: Finished,
): Promise<{ summary: Summary; files: string[] }> {
  const timed = summariseTrials(records, timings);
  const summary = timed.experiment === "time" ? timed : summariseTrials(records);
  // Drawing needs packages that are large, and only now.
  const { parseHTML } = await import("linkedom");
  const { experimentReport } = await import("../report/experiment-report.js");
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const texts = {
    [FILES.markdown]: tableMarkdown(summary),
    [FILES.latex]: tableLatex(summary),
    [FILES.csv]: tableCsv(summary),
    [FILES.report]: await experimentReport(timed, run, { document, also }),
  };
  const files = await writeResults(folder, { journal: FILES.results, header, records, texts });
  return { summary: timed, files };
}
