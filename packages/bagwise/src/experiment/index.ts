/** The entry bagwise/lab/node: experiments in folders, with threads and journals. */
import "../learners.js";

export { type Downloaded, downloadMusk } from "./datasets/download/musk.js";
export { dataFolders, findDataSet } from "./datasets/find-data.js";
export {
  type ChecksOutcome,
  type CompareOutcome,
  type CvOutcome,
  type ExperimentOptions,
  type ExperimentOutcome,
  type ReviewOutcome,
  type RunChecksOptions,
  type RunCompareOptions,
  type RunCvOptions,
  type RunReviewOptions,
  runChecks,
  runCompare,
  runCv,
  runExperiment,
  runReviews,
} from "./run.js";
export type { ExperimentProgress } from "./run-in-folder.js";
