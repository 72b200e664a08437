import { count } from "@bagwise/core/base";
import type { CvCell, CvDataSet, CvRecord, CvSummary, TrainingTime } from "@bagwise/lab";
import {
  cellIn,
  dataSetTitle,
  groupBy,
  MARGIN,
  MARK,
  meanOf,
  percent,
  percentAndSd,
  publishedColumns,
  signedPoints,
  solvedText,
} from "@bagwise/lab/running";
import { type Column, columnsOf } from "@bagwise/report/page";
import type { ExperimentProgress } from "../../experiment/run-in-folder.js";
import { wrapped } from "../text/output.js";
import { textTable } from "../text/score-table.js";
import { progressText } from "./progress.js";

/** How far it is, and the mean accuracy so far by method and data set. Costs O(records). */
export function cvPicture(progress: ExperimentProgress<CvRecord>, seconds: number): string[] {
  const first = progressText(progress, seconds);
  if (progress.records.length === 0) return [first];
  const datasets = [...new Set(progress.records.map(({ spec }) => spec.dataset))];
  const rows = groupBy(progress.records, ({ spec }) => spec.method).map((own) => [
    own[0].spec.method,
    ...datasets.map((dataset) => {
      const here = own.filter(({ spec }) => spec.dataset === dataset);
      return here.length === 0 ? "" : percent(meanOf(here.map(({ result }) => result.accuracy)));
    }),
  ]);
  const head = ["", ...datasets.map(dataSetTitle)];
  return [first, "", "Mean accuracy so far, in per cent", ...textTable(head, rows)];
}

/** The text after a cross-validation. Notes are shown before the first trial. */
export function cvLines(summary: CvSummary, timings: readonly TrainingTime[]): string[] {
  const { folds, repeats, cells } = summary;
  const marked = cells.some(({ below }) => below);
  return [
    `Accuracy in per cent, ${folds}-fold cross-validation, ${count(repeats, "repeat")}`,
    "",
    ...summary.datasets.flatMap((each) => [...dataSetLines(summary, each, timings), ""]),
    wrapped(
      `${repeats < 2 ? "" : "In brackets: the standard deviation over repeats. "}Seconds: the mean of one training. Solved: the share of the trainings whose certificate says so.${
        marked ? ` ${MARK}: more than ${100 * MARGIN} points below what is published for the same method.` : ""
      }`,
    ),
    "",
  ];
}

function dataSetLines(summary: CvSummary, dataset: CvDataSet, timings: readonly TrainingTime[]): string[] {
  const { name, title, positive, negative, constantGuess } = dataset;
  const own = summary.methods.map((method) => cellIn(summary, name, method));
  const seconds = ({ method }: CvCell) =>
    timings.find((each) => each.dataset === name && each.method === method)?.seconds.mean.toPrecision(3) ?? "-";
  const columns: Column<CvCell, string>[] = [
    ["method", ({ method }) => method],
    ["accuracy", ({ accuracy, repeats }) => percentAndSd(accuracy, repeats)],
    ["AUC", ({ auc }) => auc.mean.toFixed(3)],
    ["seconds", seconds],
    ["solved", ({ solved }) => solvedText(solved)],
    ...publishedColumns(own),
  ];
  const { head, rows } = columnsOf(own, columns);
  return [
    `${title}: ${positive} positive and ${negative} negative bags, constant guess ${percent(constantGuess)}`,
    ...textTable(head, rows),
    ...bestLine(dataset),
  ];
}

function bestLine({ best, published, difference }: CvDataSet): string[] {
  if (published === null || difference === null) return [];
  return [
    `  Best: ${best.method} ${percent(best.accuracy.mean)}; best published: ${published.title} ${percent(published.accuracy)} (${signedPoints(difference)})`,
  ];
}
