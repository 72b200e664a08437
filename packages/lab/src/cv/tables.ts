import { count } from "@bagwise/core/base";
import type { Column } from "@bagwise/report/page";
import { describeCvMethod } from "../methods/on-labels.js";
import { csvOf, spreadOfSeveral, type Value } from "../tables/csv.js";
import { latexAccuracies } from "../tables/latex.js";
import { accuracyTable, documentOf, type MarkdownOptions, notesOf, tableParts } from "../tables/markdown.js";
import { percent, percentAndSd, signedPoints } from "../tables/numbers.js";
import { type Field, plain, type ReportTable, reportTable, type TableLayout } from "../tables/table.js";
import type { Spread } from "../trials/spread.js";
import { type CvCell, type CvDataSet, type CvSummary, MARGIN } from "./summary.js";

/** Stands after an accuracy that is too far below the published one. */
export const MARK = "†";

/** Accuracies by method and data set, and below them what is published for the same method. */
export function cvLayout(summary: CvSummary): TableLayout {
  const { methods, datasets, repeats } = summary;
  const groups = methods.map((method) => {
    const cells = datasets.map(({ name }) => cellIn(summary, name, method));
    const ours = datasets.map(({ best }, k) => accuracyField(cells[k], best.method === method));
    return { title: method, rows: [[plain("this run"), ...ours], ...publishedRow(cells)] };
  });
  const best = datasets.map((each) => plain(percentAndSd(each.best.accuracy, repeats)));
  const rows = [[plain("this run"), ...best]];
  if (datasets.some(({ published }) => published !== null))
    rows.push([
      plain("published"),
      ...datasets.map(({ published }) => plain(published && percent(published.accuracy))),
    ]);
  return {
    first: "method",
    head: ["from", ...datasets.map(({ title }) => title)],
    leading: 1,
    words: 2,
    groups: methods.length < 2 ? groups : [...groups, { title: "best", rows }],
  };
}

function accuracyField({ accuracy, repeats, below }: CvCell, bold: boolean): Field {
  return { text: `${percentAndSd(accuracy, repeats)}${below ? ` ${MARK}` : ""}`, bold };
}

/** None where nothing is published for the method. */
function publishedRow(cells: readonly CvCell[]): Field[][] {
  const published = cells.map((cell) => cell.published);
  const title = published.find((each) => each !== null)?.title;
  if (title === undefined) return [];
  return [[plain(`${title}, published`), ...published.map((each) => plain(each && percent(each.accuracy)))]];
}

export function cellIn({ cells }: Pick<CvSummary, "cells">, dataset: string, method: string): CvCell {
  const found = cells.find((cell) => cell.dataset === dataset && cell.method === method);
  if (found === undefined) throw new Error(`there is no cell of ${method} on ${dataset}`);
  return found;
}

export function cvCaption({ folds, repeats, cells }: CvSummary): string {
  const marked = cells.some(({ below }) => below)
    ? ` ${MARK}: more than ${100 * MARGIN} points below the published accuracy of the same method.`
    : "";
  const spread = repeats < 2 ? "one repeat" : `mean (standard deviation) over ${repeats} repeats`;
  return `Accuracy in per cent, ${folds}-fold cross-validation: ${spread}. Bold: the best of this run.${marked}`;
}

/** One table for each data set, with all measures, and one that sets the best against the best. */
export function cvTables(summary: CvSummary): ReportTable[] {
  return [...bestTable(summary), ...summary.datasets.flatMap((each) => dataSetTable(summary, each))];
}

function bestTable({ datasets }: CvSummary): ReportTable[] {
  const caption =
    "The method with the highest mean accuracy, and the highest accuracy that is published for any method. Both are chosen after the fact, by the accuracy itself, so both are somewhat too high.";
  const isPublished = datasets.some(({ published }) => published !== null);
  const columns: Column<CvDataSet, string>[] = [
    ["data set", ({ title }) => title],
    ["best here", ({ best }) => best.method],
    ["best published", ({ published }) => published?.title ?? ""],
    ["accuracy", ({ best }) => percent(best.accuracy.mean)],
    ["published", ({ published }) => (published === null ? "" : percent(published.accuracy))],
    ["difference", ({ difference }) => (difference === null ? "" : signedPoints(difference))],
  ];
  const about = { id: "best", title: "The best against the best published", caption };
  return reportTable(about, 3, isPublished ? datasets : [], columns);
}

function dataSetTable(
  summary: CvSummary,
  { name, title, positive, negative, constantGuess }: CvDataSet,
): ReportTable[] {
  const own = summary.methods.map((method) => cellIn(summary, name, method));
  const trainings = count(own[0].trainings, "training");
  const caption = `${count(positive, "positive bag")} and ${count(negative, "negative bag")}; always giving the more frequent answer has ${percent(constantGuess)}. Solved: the share of the ${trainings} whose certificate says so.`;
  const columns: Column<CvCell, string>[] = [
    ["method", ({ method }) => method],
    ["accuracy", ({ accuracy, repeats }) => percentAndSd(accuracy, repeats)],
    ["AUC", ({ auc }) => auc.mean.toFixed(3)],
    ["solved", ({ solved }) => solvedText(solved)],
    ...publishedColumns(own),
  ];
  return reportTable({ id: `data-${name}`, title, caption }, 1, own, columns);
}

/** None where nothing is published for any of the cells. */
export function publishedColumns(cells: readonly CvCell[]): Column<CvCell, string>[] {
  if (cells.every(({ published }) => published === null)) return [];
  return [
    ["published", ({ published }) => (published === null ? "" : percent(published.accuracy))],
    [
      "difference",
      ({ difference, below }) => (difference === null ? "" : `${signedPoints(difference)}${below ? ` ${MARK}` : ""}`),
    ],
  ];
}

/** Never rounded up to all of them. */
export function solvedText(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

/** What is the same in every row of a cross-validation. */
export interface CvCsvOptions {
  readonly version: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * All cells of a cross-validation, a row for each data set and method, as shares in full precision.
 * The deviation of a single repeat is blank, as is what is not published.
 */
export function cvCsv({ cells, datasets, folds, seed }: CvSummary, { version, hashes }: CvCsvOptions): string {
  const guess = new Map(datasets.map(({ name, constantGuess }) => [name, constantGuess]));
  return csvOf(cells, [
    ...CROSS_VALIDATION,
    ["constant_guess", ({ dataset }) => guess.get(dataset)],
    ["folds", () => folds],
    ["seed", () => seed],
    ["bagwise", () => version],
    ["data_hash", ({ dataset }) => hashes[dataset]],
  ]);
}

const several = (name: string, of: (cell: CvCell) => Spread) =>
  spreadOfSeveral<CvCell>(name, ({ repeats }) => repeats, of);

const CROSS_VALIDATION: readonly Column<CvCell, Value>[] = [
  ["dataset", ({ dataset }) => dataset],
  ["method", ({ method }) => method],
  ["repeats", ({ repeats }) => repeats],
  ["trainings", ({ trainings }) => trainings],
  ...several("accuracy", ({ accuracy }) => accuracy),
  ["published", ({ published }) => published?.accuracy],
  ["published_for", ({ published }) => published?.title],
  ["difference", ({ difference }) => difference],
  ["below", ({ published, below }) => (published === null ? null : below)],
  ...several("auc", ({ auc }) => auc),
  ...several("balanced_accuracy", ({ balancedAccuracy }) => balancedAccuracy),
  ...several("average_precision", ({ averagePrecision }) => averagePrecision),
  ...several("positive_rate", ({ positiveRate }) => positiveRate),
  ["solved", ({ solved }) => solved],
];

/** The tables of a cross-validation, and how to make them again. `table.csv` has them in full. */
export function cvMarkdown(summary: CvSummary, options: MarkdownOptions): string {
  const { folds, repeats, seed, methods } = summary;
  return documentOf("Cross-validation", options, [
    `bagwise ${options.version}; ${folds} folds, ${count(repeats, "repeat")}, seed ${seed}. In each repeat, all methods have the same folds.`,
    methods.map((method) => `- \`${method}\`: ${describeCvMethod(method)}`).join("\n"),
    ...notesOf(options),
    "## Accuracy",
    cvCaption(summary),
    accuracyTable(cvLayout(summary)),
    ...tableParts(cvTables(summary)),
  ]);
}

/** The accuracies of a cross-validation in LaTeX, with the published ones below; for `\input`. */
export function cvLatex(summary: CvSummary): string {
  return `% Made by bagwise.\n${latexAccuracies(cvLayout(summary), cvCaption(summary))}`;
}
