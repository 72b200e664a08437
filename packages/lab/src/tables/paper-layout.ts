import { type Column, columnsOf } from "@bagwise/report/page";
import { dataSetByName } from "../datasets/data-sets.js";
import type { Protocol } from "../draws/protocol.js";
import { type Difference, differences } from "../paper/differences.js";
import { methodByName } from "../paper/methods.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import { boldRule, ENOUGH_TRIALS } from "../trials/enough-trials.js";
import { groupBy } from "../trials/group-by.js";
import { thousandths } from "./numbers.js";
import { type Field, plain, type TableLayout } from "./table-layout.js";

/** A table of accuracies or seconds, and the protocols that it shows. */
export interface Layout extends TableLayout {
  readonly protocols: readonly Protocol[];
}

/** The columns that fit side by side; with more, each protocol gets its own table. */
const SIDE_BY_SIDE = 4;

/** The tables of a summary: one, or one for each protocol where one would be too wide. */
export function layouts(summary: ExperimentSummary): Layout[] {
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
export function differenceRows(summary: ExperimentSummary): { head: string[]; rows: string[][] } {
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

export const DIFFERENCE_CAPTION =
  "Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.";

export function captionOf({ experiment, trials }: ExperimentSummary): string {
  const over = `over ${trials} ${trials === 1 ? "trial" : "trials"}`;
  if (experiment === "time") return `Seconds of one training: mean (standard deviation) ${over}.`;
  return `Classification accuracy: mean (standard deviation) ${over}. Bold: the best method, and those that a one-sided t-test at 5 % does not call worse${trials < ENOUGH_TRIALS ? boldRule(trials) : ""}. The constant guess always gives the more frequent answer.`;
}
