import { type Experiment, originOf, RESULT_FILES } from "../experiment.js";
import { type Comparison, summariseComparison } from "./comparison.js";
import type { CompareData } from "./data.js";
import { type CompareGrid, type CompareOptions, checkedCompare, planCompare } from "./plan.js";
import { compareReport } from "./report.js";
import { cellsCsv, compareMarkdown } from "./tables.js";
import { type CompareRecord, runCompareTrial } from "./trial.js";

/** Comparison of methods on any labelled data and on families. */
export const COMPARE_EXPERIMENT: Experiment<CompareOptions, CompareGrid, CompareData, CompareRecord, Comparison> = {
  name: "compare",
  checked: checkedCompare,
  planned(grid, data, chosen) {
    const { arms, protocols, trials, noise, seeds, reference, asked } = grid;
    const methods = arms.map(({ name }) => name);
    // Numbers that families have of their own are there only if asked for.
    const options = { ...chosen, methods, protocol: protocols, ...asked, trials, seeds, noise, reference };
    return { ...planCompare(data, grid), common: { noise }, options, seed: seeds[0] };
  },
  trial: runCompareTrial,
  said: ({ dataset, method, knowledge, prior, labeled, protocol, trial }) =>
    `${dataset}, ${method}@${knowledge}, prior ${prior}, ${labeled} labelled bags, ${protocol}, trial ${trial + 1}`,
  summary: (records, { grid: { arms, reference }, data }) => summariseComparison(records, { arms, reference, data }),
  files(comparison, { grid: { noise }, run, document }) {
    const origin = originOf(run);
    return {
      [RESULT_FILES.compareCells]: cellsCsv(comparison, { ...origin, noise }),
      [RESULT_FILES.compareMarkdown]: compareMarkdown(comparison, origin),
      [RESULT_FILES.report]: compareReport(comparison, run, { document }),
    };
  },
};
