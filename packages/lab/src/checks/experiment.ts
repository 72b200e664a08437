import { type Experiment, originOf, RESULT_FILES } from "../experiment.js";
import { type CheckGrid, type CheckOptions, checkedChecks, planChecks } from "./plan.js";
import { checksReport } from "./report.js";
import { type CheckSummary, summariseChecks } from "./summary.js";
import { checksCsv, checksMarkdown } from "./tables.js";
import { type CheckRecord, runCheckTrial } from "./trial.js";

/** Whether methods respect the assumption, on bags that are drawn fresh. */
export const CHECKS_EXPERIMENT: Experiment<CheckOptions, CheckGrid, never, CheckRecord, CheckSummary> = {
  name: "checks",
  checked: checkedChecks,
  planned(grid) {
    const { checks, methods, repeats, seed } = grid;
    return { specs: planChecks(grid), common: { seed }, options: { checks, methods, repeats }, seed, notes: [] };
  },
  trial: (_, spec, options) => runCheckTrial(spec, options),
  said: ({ dataset, method, repeat }) => `${dataset}, ${method}, repeat ${repeat + 1}`,
  summary: (records, { grid }) => summariseChecks(records, grid),
  files: (summary, { run, document }) => ({
    [RESULT_FILES.markdown]: checksMarkdown(summary, originOf(run)),
    [RESULT_FILES.csv]: checksCsv(summary, run),
    [RESULT_FILES.report]: checksReport(summary, run, { document }),
  }),
};
