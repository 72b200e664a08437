import { bagsOfFile, type Experiment, RESULT_FILES } from "../experiment.js";
import { axesOf, commonOf, type GridOptions, optionsOf, planGrid } from "./plan.js";
import { experimentReport } from "./report/report.js";
import { type ExperimentSummary, summariseTrials } from "./summary.js";
import { tableCsv, tableLatex, tableMarkdown } from "./tables.js";
import { type ExperimentKind, runTrial, type TrialRecord, type TrialSpec } from "./trial.js";

/** The trials of the paper's grid, which are known before any data are read, and the options they come from. */
export interface PlannedGrid {
  readonly specs: readonly TrialSpec[];
  readonly options: GridOptions;
}

/** The paper's table, its sweep over labelled bags, or its time of a training. */
function paperExperiment(
  name: ExperimentKind,
): Experiment<GridOptions, PlannedGrid, object, TrialRecord, ExperimentSummary> {
  return {
    name,
    // Trainings that are timed must not disturb each other.
    ...(name === "time" && { workers: 1 }),
    checked: (options) => ({ specs: planGrid(name, options), options }),
    planned({ specs, options }) {
      const common = commonOf(specs[0]);
      return {
        specs,
        common,
        options: optionsOf(axesOf(specs, options), common),
        seed: specs[0].seed,
        notes: [],
      };
    },
    trial: (bags, spec, options) => runTrial(bagsOfFile(bags, spec), spec, options),
    said: ({ dataset, method, prior, labeled, protocol, trial }) =>
      `${dataset}, ${method}, prior ${prior}, ${labeled} labelled bags, ${protocol}, trial ${trial + 1}`,
    summary: (records, { timings }) => summariseTrials(records, timings),
    files: async (summary, { run, document, also }) => ({
      [RESULT_FILES.markdown]: tableMarkdown(summary),
      [RESULT_FILES.latex]: tableLatex(summary),
      [RESULT_FILES.csv]: tableCsv(summary),
      [RESULT_FILES.report]: await experimentReport(summary, run, { document, also }),
    }),
  };
}

/** The paper's experiments by kind. */
export const PAPER_EXPERIMENTS = {
  paper: paperExperiment("paper"),
  labels: paperExperiment("labels"),
  time: paperExperiment("time"),
} as const;
