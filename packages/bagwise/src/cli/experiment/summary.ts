import { dataSetByName, differences, type ExperimentCell, type ExperimentSummary, methodByName } from "@bagwise/lab";
import { groupBy, meanOf } from "@bagwise/lab/running";
import { type Column, columnsOf } from "@bagwise/report/page";
import type { ExperimentOutcome } from "../../experiment/run.js";
import { wrapped } from "../text/output.js";
import { textTable } from "../text/score-table.js";

export function summaryLines(summary: ExperimentSummary, { notes }: Pick<ExperimentOutcome, "notes">): string[] {
  return [
    ...summary.protocols.flatMap((protocol) => [
      `${titleOf(summary)}${summary.protocols.length > 1 || protocol !== "paper" ? `, protocol ${protocol}` : ""}`,
      "",
      ...meansTable(summary, protocol),
      "",
    ]),
    ...(summary.experiment === "time" ? [] : differenceLines(summary)),
    ...unsolvedLines(summary),
    ...notes.map(({ message }) => wrapped(`Note: ${message}.`)),
  ];
}

function titleOf({ experiment, trials, priors, labeled }: ExperimentSummary): string {
  const over = `over ${trials === 1 ? "one trial" : `${trials} trials`}`;
  if (experiment === "time") return `Seconds for one training, mean ${over}`;
  if (experiment === "labels") return `Accuracy by number of labelled bags, mean ${over}`;
  const settings = priors.length * labeled.length;
  return `Accuracy, mean ${over}${settings > 1 ? ` and ${priors.length > 1 ? `${priors.length} priors` : `${settings} settings`}` : ""}`;
}

/** A row for each data set (and for `labels` each number of labelled bags), a column a method. */
function meansTable({ experiment, cells, datasets, methods }: ExperimentSummary, protocol: string): string[] {
  const time = experiment === "time";
  const columns: Column<Row, string>[] = [["data set", ([{ dataset }]) => dataSetByName(dataset).title]];
  if (experiment === "labels") columns.push(["labelled", ([{ labeled }]) => String(labeled)]);
  for (const method of methods) {
    const own = (row: Row) => row.filter((cell) => cell.method === method);
    columns.push([methodByName(method).title, (row) => cellMean(own(row), time)]);
  }
  if (!time)
    columns.push(["constant guess", (row) => meanOf(row.map(({ constantGuess }) => constantGuess)).toFixed(3)]);
  const settings = groupBy(
    cells.filter((cell) => cell.protocol === protocol),
    ({ dataset, labeled }) => (experiment === "labels" ? [dataset, labeled] : dataset),
  ).sort(([a], [b]) => datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset) || a.labeled - b.labeled);
  const { head, rows } = columnsOf(settings, columns);
  return textTable(head, rows);
}

type Row = readonly ExperimentCell[];

function cellMean(cells: readonly ExperimentCell[], time: boolean): string {
  const values = time
    ? cells.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds.mean]))
    : cells.map(({ accuracy }) => accuracy.mean);
  if (values.length === 0) return "-";
  return time ? meanOf(values).toPrecision(3) : meanOf(values).toFixed(3);
}

function differenceLines(summary: ExperimentSummary): string[] {
  const several = summary.protocols.length > 1;
  const { head, rows } = columnsOf(differences(summary), [
    ["method", ({ method, protocol }) => `${methodByName(method).title}${several ? `, ${protocol}` : ""}`],
    ["mean", ({ meanAbsolute }) => meanAbsolute?.toFixed(3) ?? "-"],
    ["largest", ({ largest }) => largest?.toFixed(3) ?? "-"],
    ["at", ({ where }) => (where === null ? "-" : `${dataSetByName(where.dataset).title} at prior ${where.prior}`)],
    ["cells", ({ compared }) => (compared === 0 ? "-" : `${compared}`)],
    ["below the guess", ({ belowConstant, cells }) => `${belowConstant} of ${cells}`],
  ]);
  return [
    "Absolute differences from the paper's table, and cells below the constant guess",
    "",
    ...textTable(head, rows),
    "",
  ];
}

function unsolvedLines({ cells }: ExperimentSummary): string[] {
  const unsolved = cells.reduce((sum, cell) => sum + cell.unsolved, 0);
  const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
  return unsolved === 0 ? [] : [`Note: ${unsolved} of ${trials} trainings did not end as solved.`];
}
