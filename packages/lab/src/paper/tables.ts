import { type Column, columnsOf } from "@bagwise/report/page";
import { dataSetByName } from "../datasets/data-sets.js";
import type { Protocol } from "../draws/draw-spec.js";
import { methodByName } from "../methods/methods.js";
import { csvOf, spread, type Value } from "../tables/csv.js";
import { escapeLatex, latexAccuracies, latexTable } from "../tables/latex.js";
import { accuracyTable, markdownTable } from "../tables/markdown.js";
import { thousandths } from "../tables/numbers.js";
import { type Field, plain, type TableLayout } from "../tables/table.js";
import { boldRule, ENOUGH_TRIALS } from "../trials/enough-trials.js";
import { groupBy } from "../trials/group-by.js";
import { type Difference, differences } from "./differences.js";
import type { ExperimentCell, ExperimentSummary } from "./summary.js";

/** A table of accuracies or seconds, and the protocols that it shows. */
export interface Layout extends TableLayout {
  readonly protocols: readonly Protocol[];
}

/** The columns that fit side by side; with more, each protocol gets its own table. */
const SIDE_BY_SIDE = 4;

/** The tables of a summary: one, or one for each protocol where one would be too wide. */
function layouts(summary: ExperimentSummary): Layout[] {
  const { methods, protocols } = summary;
  const together = protocols.length * methods.length <= SIDE_BY_SIDE;
  return (together ? [protocols] : protocols.map((protocol) => [protocol]))
    .filter((shown) => shown.length > 0)
    .map((shown) => layoutOf(summary, shown));
}

type Row = readonly ExperimentCell[];

function layoutOf(summary: ExperimentSummary, protocols: readonly Protocol[]): Layout {
  const leading = leadingOf(summary);
  const columns = [...leading, ...summary.methods.flatMap((method) => columnsFor(summary, method, protocols))];
  const cells = summary.cells.filter(({ protocol }) => protocols.includes(protocol));
  const groups = summary.datasets.map((dataset) => {
    const own = settingsOf(cells.filter((cell) => cell.dataset === dataset));
    return { title: dataSetByName(dataset).title, rows: columnsOf(own, columns).rows };
  });
  return {
    protocols,
    first: "data set",
    head: columns.map(([head]) => head),
    leading: leading.length,
    words: 1,
    groups,
  };
}

/** Cells of one setting together: those that differ in method and protocol alone. */
function settingsOf(cells: readonly ExperimentCell[]): ExperimentCell[][] {
  return groupBy(cells, ({ prior, labeled }) => [prior, labeled]).sort(
    ([a], [b]) => a.prior - b.prior || a.labeled - b.labeled,
  );
}

/** Which setting a row is; a column with the same value in all rows is left out. */
function leadingOf({ experiment, labeled }: ExperimentSummary): Column<Row, Field>[] {
  const columns: Column<Row, Field>[] = [["π", ([{ prior }]) => plain(String(prior))]];
  if (experiment === "labels" || labeled.length > 1)
    columns.push(["labelled bags", ([cell]) => plain(String(cell.labeled))]);
  if (experiment !== "time")
    columns.push(["constant guess", ([{ constantGuess }]) => plain(thousandths(constantGuess))]);
  return columns;
}

/** Ours for each protocol and, where the paper has a value for any row, the paper's. */
function columnsFor(
  { experiment, cells }: ExperimentSummary,
  method: string,
  protocols: readonly Protocol[],
): Column<Row, Field>[] {
  const { title } = methodByName(method);
  const own = protocols.map(
    (protocol): Column<Row, Field> => [
      protocols.length === 1 ? title : `${title}, protocol ${protocol}`,
      (row) => {
        const cell = row.find((each) => each.method === method && each.protocol === protocol);
        if (cell === undefined) return plain("");
        return experiment === "time" ? plain(secondsOf(cell)) : { text: accuracyOf(cell), bold: cell.bold };
      },
    ],
  );
  if (experiment === "time" || !cells.some((cell) => cell.method === method && cell.printed !== undefined)) return own;
  const printed = (row: Row) => {
    const value = row.find((each) => each.method === method)?.printed;
    return value === undefined ? plain("") : { text: thousandths(value.mean), bold: value.bold };
  };
  return [...own, [`${title} printed`, printed]];
}

function accuracyOf({ accuracy }: ExperimentCell): string {
  return `${thousandths(accuracy.mean)} (${thousandths(accuracy.sd)})`;
}

function secondsOf({ seconds }: ExperimentCell): string {
  return seconds === undefined ? "" : `${digits(seconds.mean)} (${digits(seconds.sd)})`;
}

/** Three significant digits. Only times nobody can wait for become powers of ten. */
function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The heads of the table of differences, and its rows. */
function differenceRows(summary: ExperimentSummary): { head: string[]; rows: string[][] } {
  const all = differences(summary);
  const own: Column<Difference, string>[] = [
    ["method", ({ method }) => methodByName(method).title],
    ["protocol", ({ protocol }) => protocol],
    ["mean accuracy", ({ meanAccuracy }) => thousandths(meanAccuracy)],
    ["below the constant guess", ({ belowConstant, cells }) => `${belowConstant} of ${cells}`],
  ];
  const printed: Column<Difference, string>[] = [
    ["compared", ({ compared }) => String(compared)],
    ["mean difference", ({ meanAbsolute }) => (meanAbsolute === null ? "" : thousandths(meanAbsolute))],
    ["largest", ({ largest }) => (largest === null ? "" : thousandths(largest))],
    ["where", ({ where }) => (where === null ? "" : `${dataSetByName(where.dataset).title}, π = ${where.prior}`)],
  ];
  return columnsOf(all, all.some(({ compared }) => compared > 0) ? [...own, ...printed] : own);
}

const DIFFERENCE_CAPTION =
  "Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.";

export function captionOf({ experiment, trials }: ExperimentSummary): string {
  const over = `over ${trials} ${trials === 1 ? "trial" : "trials"}`;
  if (experiment === "time") return `Seconds of one training: mean (standard deviation) ${over}.`;
  return `Classification accuracy: mean (standard deviation) ${over}. Bold: the best method, and those that a one-sided t-test at 5 % does not call worse${trials < ENOUGH_TRIALS ? boldRule(trials) : ""}. The constant guess always gives the more frequent answer.`;
}

/**
 * All cells of an experiment, one row each, in full precision, the printed values beside it. A
 * field that does not apply is blank. Only `time` has seconds: other tables are the same bytes in
 * every run.
 */
export function tableCsv({ experiment, cells }: ExperimentSummary): string {
  const seconds = spread<ExperimentCell>("seconds", (cell) => cell.seconds);
  return csvOf(cells, experiment === "time" ? [...EXPERIMENT, ...seconds] : EXPERIMENT);
}

const EXPERIMENT: readonly Column<ExperimentCell, Value>[] = [
  ["dataset", ({ dataset }) => dataset],
  ["protocol", ({ protocol }) => protocol],
  ["prior", ({ prior }) => prior],
  ["labeled", ({ labeled }) => labeled],
  ["method", ({ method }) => method],
  ["trials", ({ trials }) => trials],
  ...spread<ExperimentCell>("accuracy", ({ accuracy }) => accuracy),
  ["bold", ({ bold }) => bold],
  ["constant_guess", ({ constantGuess }) => constantGuess],
  ...spread<ExperimentCell>("printed", ({ printed }) => printed),
  ["printed_bold", ({ printed }) => printed?.bold],
  ...spread<ExperimentCell>("balanced_accuracy", ({ balancedAccuracy }) => balancedAccuracy),
  ...spread<ExperimentCell>("auc", ({ auc }) => auc),
  ...spread<ExperimentCell>("average_precision", ({ averagePrecision }) => averagePrecision),
  ...spread<ExperimentCell>("positive_rate", ({ positiveRate }) => positiveRate),
  ...spread<ExperimentCell>("used_prior", ({ usedPrior }) => usedPrior),
  ["unsolved", ({ unsolved }) => unsolved],
];

/**
 * The tables of an experiment: accuracies (for `time` seconds) with the paper's own values,
 * protocols side by side or in a table each, then how far each method is from the printed column
 * and from the constant guess. Numbers are rounded; the CSV has them in full.
 */
export function tableMarkdown(summary: ExperimentSummary): string {
  if (summary.cells.length === 0) return "No trial is finished.\n";
  const tables = layouts(summary);
  const { head, rows } = differenceRows(summary);
  const parts = [
    captionOf(summary),
    ...tables.flatMap((layout) => [
      ...(tables.length > 1 ? [`## Protocol ${layout.protocols.join(", ")}`] : []),
      accuracyTable(layout),
    ]),
    ...(summary.experiment === "time"
      ? []
      : [DIFFERENCE_CAPTION, markdownTable(head, rows, (name) => ["method", "protocol", "where"].includes(name))]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * The tables of an experiment in LaTeX, in the paper's layout, to be read in with `\input`; they
 * need no package. See `tableMarkdown`.
 */
export function tableLatex(summary: ExperimentSummary): string {
  if (summary.cells.length === 0) return "% No trial is finished.\n";
  const tables = layouts(summary);
  const parts = tables.map((layout) => {
    const protocol = tables.length > 1 ? ` Protocol: ${layout.protocols.join(", ")}.` : "";
    // The head as the paper has it.
    return latexAccuracies({ ...layout, first: "dataset" }, captionOf(summary) + protocol);
  });
  if (summary.experiment !== "time") parts.push(differenceTable(summary));
  return `% Made by bagwise.\n${parts.join("\n")}`;
}

function differenceTable(summary: ExperimentSummary): string {
  const { head, rows } = differenceRows(summary);
  const columns = head.map((name) => (["method", "protocol", "where"].includes(name) ? "l" : "r")).join("");
  const lines = rows.map(
    (row, k) => `${row.map(escapeLatex).join(" & ")} \\\\${k === rows.length - 1 ? " \\hline" : ""}`,
  );
  return latexTable(DIFFERENCE_CAPTION, columns, head.map(escapeLatex), lines);
}
