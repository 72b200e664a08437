import { bagsOfFile, type Experiment, originOf, RESULT_FILES } from "../experiment.js";
import { checkedReview, planReviews, type ReviewExperimentOptions, type ReviewGrid } from "./plan.js";
import { reviewReport } from "./report.js";
import { type ReviewedData, type ReviewSummary, summariseReviews } from "./summary.js";
import { reviewCsv, reviewMarkdown } from "./tables.js";
import { type ReviewRecord, runReviewTrial } from "./trial.js";

/** Whole reviews of one file of labelled bags, simulated. */
export const REVIEW_EXPERIMENT: Experiment<
  ReviewExperimentOptions,
  ReviewGrid,
  ReviewedData,
  ReviewRecord,
  ReviewSummary
> = {
  name: "review",
  checked: checkedReview,
  planned(grid, [{ name }], chosen) {
    const { seed, ...rest } = grid;
    return { specs: planReviews(name, grid), common: { seed }, options: { ...rest, ...chosen }, seed, notes: [] };
  },
  trial: (bags, spec, options) => runReviewTrial(bagsOfFile(bags, spec), spec, options),
  said: ({ dataset, trial }) => `${dataset}, review ${trial + 1}`,
  summary: (records, { grid, data: [data] }) => summariseReviews(records, { grid, data }),
  files: (summary, { run, document }) => ({
    [RESULT_FILES.markdown]: reviewMarkdown(summary, originOf(run)),
    [RESULT_FILES.csv]: reviewCsv(summary),
    [RESULT_FILES.report]: reviewReport(summary, run, { document }),
  }),
};
