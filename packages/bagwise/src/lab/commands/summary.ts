import { textTable } from "../../cli/text/score-table.js";
import { wrapped } from "../../cli/text/style.js";
import { dataSetByName } from "../datasets/data-sets.js";
import type { ExperimentOutcome } from "../node/run-experiment.js";
import { differences } from "../paper/differences.js";
import { methodByName } from "../paper/methods.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import { meanOf } from "../trials/spread.js";

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
function meansTable({ experiment, cells, datasets, methods, labeled }: ExperimentSummary, protocol: string): string[] {
  const time = experiment === "time";
  const groups = experiment === "labels" ? labeled : [undefined];
  const rows = datasets.flatMap((dataset) =>
    groups.flatMap((number) => {
      const own = cells.filter(
        (cell) =>
          cell.dataset === dataset && cell.protocol === protocol && (number === undefined || cell.labeled === number),
      );
      if (own.length === 0) return [];
      return [
        [
          dataSetByName(dataset).title,
          ...(number === undefined ? [] : [String(number)]),
          ...methods.map((method) =>
            cellMean(
              own.filter((cell) => cell.method === method),
              time,
            ),
          ),
          ...(time ? [] : [meanOf(own.map(({ constantGuess }) => constantGuess)).toFixed(3)]),
        ],
      ];
    }),
  );
  const header = [
    "data set",
    ...(experiment === "labels" ? ["labelled"] : []),
    ...methods.map((method) => methodByName(method).title),
    ...(time ? [] : ["constant guess"]),
  ];
  return textTable(header, rows);
}

function cellMean(cells: readonly ExperimentCell[], time: boolean): string {
  const values = time
    ? cells.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds.mean]))
    : cells.map(({ accuracy }) => accuracy.mean);
  if (values.length === 0) return "-";
  return time ? meanOf(values).toPrecision(3) : meanOf(values).toFixed(3);
}

function differenceLines(summary: ExperimentSummary): string[] {
  const rows = differences(summary).map(
    ({ method, protocol, meanAbsolute, largest, where, compared, belowConstant, cells }) => [
      `${methodByName(method).title}${summary.protocols.length > 1 ? `, ${protocol}` : ""}`,
      meanAbsolute === null ? "-" : meanAbsolute.toFixed(3),
      largest === null ? "-" : largest.toFixed(3),
      where === null ? "-" : `${dataSetByName(where.dataset).title} at prior ${where.prior}`,
      compared === 0 ? "-" : `${compared}`,
      `${belowConstant} of ${cells}`,
    ],
  );
  return [
    "Absolute differences from the paper's table, and cells below the constant guess",
    "",
    ...textTable(["method", "mean", "largest", "at", "cells", "below the guess"], rows),
    "",
  ];
}

function unsolvedLines({ cells }: ExperimentSummary): string[] {
  const unsolved = cells.reduce((sum, cell) => sum + cell.unsolved, 0);
  const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
  return unsolved === 0 ? [] : [`Note: ${unsolved} of ${trials} trainings did not end as solved.`];
}
