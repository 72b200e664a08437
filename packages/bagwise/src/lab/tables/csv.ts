import type { CompareCell, Comparison } from "../compare/comparison.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import type { Spread } from "../trials/spread.js";

type Value = string | number | boolean | null | undefined;
type Row = Readonly<Record<string, Value>>;

/**
 * All cells of an experiment, one row each, in full precision, the printed values beside it. A
 * field that does not apply is blank. Only `time` has seconds: other tables are the same bytes in
 * every run.
 */
export function tableCsv({ experiment, cells }: ExperimentSummary): string {
  const timed = experiment === "time";
  const [columns] = csvLines([experimentRow(EMPTY, timed)]);
  return cells.length === 0 ? columns : csvLines(cells.map((cell) => experimentRow(cell, timed))).join("");
}

/** What is the same in every row of a comparison, so that each row says where it comes from. */
export interface CellsCsvOptions {
  readonly version: string;
  readonly noise: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * All cells of a comparison, a row for each setting and arm, with the version, the seeds, the
 * numbers of bags and the hash of the data. The deviation of a single trial is blank.
 */
export function cellsCsv({ cells, seeds }: Comparison, options: CellsCsvOptions): string {
  return csvLines(cells.map((cell) => comparisonRow(cell, seeds, options))).join("");
}

const NONE: Spread = { mean: 0, sd: 0 };

/** Gives the names of the columns when there is no cell. */
const EMPTY: ExperimentCell = {
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

function experimentRow(cell: ExperimentCell, timed: boolean): Row {
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

function comparisonRow(cell: CompareCell, seeds: readonly number[], { version, noise, hashes }: CellsCsvOptions): Row {
  const { priorUse, gain, trials } = cell;
  return {
    dataset: cell.dataset,
    protocol: cell.group,
    prior: cell.prior,
    labeled: cell.labeled,
    method: cell.arm,
    trials,
    ...spread("accuracy", cell.accuracy, trials),
    constant_guess: cell.constantGuess,
    constant_accuracy: cell.constantAccuracy,
    gain_mean: gain.mean,
    gain_se: gain.se,
    gain_p: gain.se === null ? null : gain.p,
    printed_best: cell.printedBest,
    ...spread("auc", cell.auc, trials),
    ...spread("average_precision", cell.averagePrecision, trials),
    ...spread("balanced_accuracy", cell.balancedAccuracy, trials),
    ...spread("positive_rate", cell.positiveRate, trials),
    ...spread("used_prior", priorUse?.used, trials),
    prior_error: priorUse?.error,
    prior_coverage: priorUse?.intervals?.coverage,
    prior_width: priorUse?.intervals?.width,
    unsolved: cell.unsolved,
    drawn_labeled: cell.bags.labeled,
    drawn_unlabeled: cell.bags.unlabeled,
    drawn_test: cell.bags.test,
    noise,
    seeds: seeds.join(" "),
    bagwise: version,
    data_hash: hashes[cell.dataset],
  };
}

/** Two columns. With the number of trials, the deviation of a single one is left blank. */
function spread(name: string, value: Spread | null | undefined, trials = 2): Row {
  return { [`${name}_mean`]: value?.mean, [`${name}_sd`]: trials < 2 ? null : value?.sd };
}

/** The names of the columns, then the rows, each with a line end; an empty line without rows. */
function csvLines(rows: readonly Row[]): string[] {
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(
    (fields) => `${fields.map(csvField).join(",")}\n`,
  );
}

function csvField(value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
