import type { Spread } from "../paper/summary.js";
import type { CompareCell, Comparison } from "./comparison.js";

type Value = string | number | null | undefined;

/** What is the same in every row, so that a row says where it comes from. */
export interface CellsCsvOptions {
  readonly version: string;
  readonly noise: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * All cells of a comparison in long form: a row for each setting and arm, every measure in full
 * precision (the shortest text that reads back as the same number). A field that does not apply, or
 * is not known as deviations of a single trial are, is blank. What stands under `protocol` is
 * `families` for bags that are drawn fresh. Each row has the version, the seeds, the numbers of
 * bags and the hash of the data.
 */
export function cellsCsv({ cells, seeds }: Comparison, options: CellsCsvOptions): string {
  const rows = cells.map((cell) => fieldsOf(cell, seeds, options));
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => Object.values(row))].map((row) => `${row.map(written).join(",")}\n`).join("");
}

function fieldsOf(
  cell: CompareCell,
  seeds: readonly number[],
  { version, noise, hashes }: CellsCsvOptions,
): Record<string, Value> {
  const { priorUse, gain } = cell;
  const spread = (name: string, value: Spread | undefined): Record<string, Value> => ({
    [`${name}_mean`]: value?.mean,
    [`${name}_sd`]: cell.trials < 2 ? null : value?.sd,
  });
  return {
    dataset: cell.dataset,
    protocol: cell.group,
    prior: cell.prior,
    labeled: cell.labeled,
    method: cell.arm,
    trials: cell.trials,
    ...spread("accuracy", cell.accuracy),
    constant_guess: cell.constantGuess,
    constant_accuracy: cell.constantAccuracy,
    gain_mean: gain.mean,
    gain_se: gain.se,
    gain_p: gain.se === null ? null : gain.p,
    printed_best: cell.printedBest,
    ...spread("auc", cell.auc),
    ...spread("average_precision", cell.averagePrecision),
    ...spread("balanced_accuracy", cell.balancedAccuracy),
    ...spread("positive_rate", cell.positiveRate),
    ...spread("used_prior", priorUse?.used),
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

function written(value: Value): string {
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
