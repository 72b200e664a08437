import { type Column, columnsOf } from "@bagwise/report/page";
import type { CheckCell, CheckSummary } from "../checks/summary.js";
import type { CompareCell } from "../compare/cells.js";
import type { Comparison } from "../compare/comparison.js";
import type { CvCell, CvSummary } from "../cv/summary.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import type { Spread } from "../trials/spread.js";

type Value = string | number | boolean | null | undefined;

/**
 * All cells of an experiment, one row each, in full precision, the printed values beside it. A
 * field that does not apply is blank. Only `time` has seconds: other tables are the same bytes in
 * every run.
 */
export function tableCsv({ experiment, cells }: ExperimentSummary): string {
  const seconds = spread<ExperimentCell>("seconds", (cell) => cell.seconds);
  return csvOf(cells, experiment === "time" ? [...EXPERIMENT, ...seconds] : EXPERIMENT);
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
export function cellsCsv({ cells, seeds }: Comparison, { version, noise, hashes }: CellsCsvOptions): string {
  return csvOf(cells, [
    ...COMPARISON,
    ["noise", () => noise],
    ["seeds", () => seeds.join(" ")],
    ["bagwise", () => version],
    ["data_hash", ({ dataset }) => hashes[dataset]],
  ]);
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

/**
 * The checks, a row for each check, method and kind of test bags, in full precision. The deviation of
 * a single repeat is blank. The verdict is on the method in the whole check.
 */
export function checksCsv({ cells, seed }: CheckSummary, { version }: { readonly version: string }): string {
  const rows = cells.flatMap((cell) => cell.aucs.map((each) => ({ cell, ...each })));
  const several = (value: number | undefined, { repeats }: CheckCell) => (repeats < 2 ? null : value);
  return csvOf(rows, [
    ["check", ({ cell }) => cell.check],
    ["method", ({ cell }) => cell.method],
    ["labels", ({ cell }) => cell.labels],
    ["repeats", ({ cell }) => cell.repeats],
    ["test", ({ test }) => test],
    ["auc_mean", ({ auc }) => auc.mean],
    ["auc_sd", ({ auc, cell }) => several(auc.sd, cell)],
    ["raised_mean", ({ cell }) => cell.raised?.mean],
    ["raised_sd", ({ cell }) => several(cell.raised?.sd, cell)],
    ["solved", ({ cell }) => cell.solved],
    ["verdict", ({ cell }) => cell.verdict],
    ["seed", () => seed],
    ["bagwise", () => version],
  ]);
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

const COMPARISON: readonly Column<CompareCell, Value>[] = [
  ["dataset", ({ dataset }) => dataset],
  ["protocol", ({ group }) => group],
  ["prior", ({ prior }) => prior],
  ["labeled", ({ labeled }) => labeled],
  ["method", ({ arm }) => arm],
  ["trials", ({ trials }) => trials],
  ...spreadOfSeveral("accuracy", ({ accuracy }) => accuracy),
  ["constant_guess", ({ constantGuess }) => constantGuess],
  ["constant_accuracy", ({ constantAccuracy }) => constantAccuracy],
  ["gain_mean", ({ gain }) => gain.mean],
  ["gain_se", ({ gain }) => gain.se],
  ["gain_p", ({ gain }) => (gain.se === null ? null : gain.p)],
  ["printed_best", ({ printedBest }) => printedBest],
  ...spreadOfSeveral("auc", ({ auc }) => auc),
  ...spreadOfSeveral("average_precision", ({ averagePrecision }) => averagePrecision),
  ...spreadOfSeveral("balanced_accuracy", ({ balancedAccuracy }) => balancedAccuracy),
  ...spreadOfSeveral("positive_rate", ({ positiveRate }) => positiveRate),
  ...spreadOfSeveral("used_prior", ({ priorUse }) => priorUse?.used),
  ["prior_error", ({ priorUse }) => priorUse?.error],
  ["prior_coverage", ({ priorUse }) => priorUse?.intervals?.coverage],
  ["prior_width", ({ priorUse }) => priorUse?.intervals?.width],
  ["unsolved", ({ unsolved }) => unsolved],
  ["drawn_labeled", ({ bags }) => bags.labeled],
  ["drawn_unlabeled", ({ bags }) => bags.unlabeled],
  ["drawn_test", ({ bags }) => bags.test],
];

const CROSS_VALIDATION: readonly Column<CvCell, Value>[] = [
  ["dataset", ({ dataset }) => dataset],
  ["method", ({ method }) => method],
  ["repeats", ({ repeats }) => repeats],
  ["trainings", ({ trainings }) => trainings],
  ...spreadOfRepeats("accuracy", ({ accuracy }) => accuracy),
  ["published", ({ published }) => published?.accuracy],
  ["published_for", ({ published }) => published?.title],
  ["difference", ({ difference }) => difference],
  ["below", ({ published, below }) => (published === null ? null : below)],
  ...spreadOfRepeats("auc", ({ auc }) => auc),
  ...spreadOfRepeats("balanced_accuracy", ({ balancedAccuracy }) => balancedAccuracy),
  ...spreadOfRepeats("average_precision", ({ averagePrecision }) => averagePrecision),
  ...spreadOfRepeats("positive_rate", ({ positiveRate }) => positiveRate),
  ["solved", ({ solved }) => solved],
];

function spread<T>(name: string, of: (cell: T) => Spread | null | undefined): Column<T, Value>[] {
  return [
    [`${name}_mean`, (cell) => of(cell)?.mean],
    [`${name}_sd`, (cell) => of(cell)?.sd],
  ];
}

/** The deviation of a single trial is left blank. */
function spreadOfSeveral(name: string, of: (cell: CompareCell) => Spread | undefined): Column<CompareCell, Value>[] {
  const [mean, [head, sd]] = spread(name, of);
  return [mean, [head, (cell) => (cell.trials < 2 ? null : sd(cell))]];
}

/** The deviation of a single repeat is left blank. */
function spreadOfRepeats(name: string, of: (cell: CvCell) => Spread): Column<CvCell, Value>[] {
  const [mean, [head, sd]] = spread(name, of);
  return [mean, [head, (cell) => (cell.repeats < 2 ? null : sd(cell))]];
}

function csvOf<T>(cells: readonly T[], columns: readonly Column<T, Value>[]): string {
  const { head, rows } = columnsOf(cells, columns);
  return [head, ...rows].map((fields) => `${fields.map(csvField).join(",")}\n`).join("");
}

function csvField(value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
