import type { CompareData } from "../compare/data.js";
import { bagsOfFile, type Experiment, originOf, RESULT_FILES } from "../experiment.js";
import { type CvGrid, type CvOptions, checkedCv, otherThanPublished, planCv } from "./plan.js";
import { cvReport } from "./report.js";
import { type CvSummary, summariseCv } from "./summary.js";
import { cvCsv, cvLatex, cvMarkdown } from "./tables.js";
import { type CvRecord, cvFoldName, runCvTrial } from "./trial.js";

/** Cross-validation on known labels, beside what is published. */
export const CV_EXPERIMENT: Experiment<CvOptions, CvGrid, CompareData, CvRecord, CvSummary> = {
  name: "cv",
  checked: checkedCv,
  planned(grid, data, chosen) {
    const { folds, repeats, seed, methods } = grid;
    return {
      specs: planCv(data, grid),
      common: { folds, seed },
      options: { ...chosen, methods, folds, repeats },
      seed,
      notes: data.flatMap(otherThanPublished),
    };
  },
  trial: (bags, spec, options) => runCvTrial(bagsOfFile(bags, spec), spec, options),
  together: cvFoldName,
  said: ({ dataset, method, repeat, fold }) => `${dataset}, ${method}, repeat ${repeat + 1}, fold ${fold + 1}`,
  summary: (records, { grid, data }) => summariseCv(records, { data, grid }),
  files(summary, { run, document }) {
    const origin = originOf(run);
    return {
      [RESULT_FILES.markdown]: cvMarkdown(summary, origin),
      [RESULT_FILES.latex]: cvLatex(summary),
      [RESULT_FILES.csv]: cvCsv(summary, origin),
      [RESULT_FILES.report]: cvReport(summary, run, { document }),
    };
  },
};
