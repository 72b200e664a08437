/** The entry bagwise/lab/node: experiments in folders, with threads and journals. */
import "../learners.js";

export { type Downloaded, downloadMusk } from "./datasets/download/musk.js";
export { dataFolders, findDataSet } from "./datasets/find-data.js";
export { type ChecksOutcome, type RunChecksOptions, runChecks } from "./run-checks.js";
export { type CompareOutcome, type RunCompareOptions, runCompare } from "./run-compare.js";
export { type CvOutcome, type RunCvOptions, runCv } from "./run-cv.js";
export { type ExperimentOptions, type ExperimentOutcome, runExperiment } from "./run-experiment.js";
export type { ExperimentProgress } from "./run-in-folder.js";
export { type ReviewOutcome, type RunReviewOptions, runReviews } from "./run-review.js";
