import type { Cell, Spread, Summary } from "../paper/summary.js";

type Value = string | number | boolean | undefined;

/**
 * All cells of an experiment in long form: one row for each, every measure in full precision (the
 * shortest text that reads back as the same number), the printed values beside it; a field that
 * does not apply is blank. Seconds are in it for the experiment `time` alone: other tables are the
 * same bytes in every run.
 */
export function tableCsv({ experiment, cells }: Summary): string {
  const columns = Object.keys(fieldsOf(EMPTY, experiment === "time"));
  const rows = cells.map((cell) => Object.values(fieldsOf(cell, experiment === "time")).map(written));
  return [columns, ...rows].map((row) => `${row.join(",")}\n`).join("");
}

const NONE: Spread = { mean: 0, sd: 0 };

/** Tells the names of the columns when there is no cell. */
const EMPTY: Cell = {
  dataset: "",
  protocol: "paper",
  prior: 0,
  labeled: 0,
  method: "",
  trials: 0,
  accuracy: NONE,
  balancedAccuracy: NONE,
  auc: NONE,
  averagePrecision: NONE,
  positiveRate: NONE,
  usedPrior: null,
  bold: false,
  constantGuess: 0,
  printed: undefined,
  unsolved: 0,
  seconds: undefined,
};

function fieldsOf(cell: Cell, timed: boolean): Record<string, Value> {
  const { dataset, protocol, prior, labeled, method, trials, constantGuess, bold, printed, unsolved } = cell;
  return {
    dataset,
    protocol,
    prior,
    labeled,
    method,
    trials,
    ...spread("accuracy", cell.accuracy),
    bold,
    constant_guess: constantGuess,
    ...spread("printed", printed),
    printed_bold: printed?.bold,
    ...spread("balanced_accuracy", cell.balancedAccuracy),
    ...spread("auc", cell.auc),
    ...spread("average_precision", cell.averagePrecision),
    ...spread("positive_rate", cell.positiveRate),
    ...spread("used_prior", cell.usedPrior),
    unsolved,
    ...(timed ? spread("seconds", cell.seconds) : {}),
  };
}

function spread(name: string, value: Spread | null | undefined): Record<string, Value> {
  return { [`${name}_mean`]: value?.mean, [`${name}_sd`]: value?.sd };
}

function written(value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
