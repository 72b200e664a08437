import { InputError } from "../../base/errors.js";
import { studentT } from "../../scores/t-test.js";
import { DATA_SETS } from "../data/data-sets.js";
import { PROTOCOLS } from "../data/protocol.js";
import { METHODS, methodByName } from "./methods.js";
import { PRINTED_SETTING, printedCell } from "./printed.js";
import type { Cell, Printed, Spread, Summary } from "./summary.js";
import type { TrialRecord, TrialResult, TrialSpec, TrialTiming } from "./trial.js";

/** A method is bold unless it is worse than the best at this level. */
const LEVEL = 0.05;

/** What all trials of one table have in common. */
const COMMON = ["experiment", "unlabeled", "test", "noise", "seed", "priorEstimate", "centres"] as const;

/**
 * The cells of an experiment from its finished trials, in whatever order they come; a record that
 * comes twice counts once. The number of trials may still differ between cells. Seconds are those
 * of the training, for trials that have a timing. Without records the summary is an empty one, of
 * the kind `paper`.
 *
 * Bold as in the paper: the method with the best mean accuracy, and those that the one-sided t-test
 * at 5 % does not find worse. For each column of the paper's table the first method of the grid
 * takes part. With less than two trials no test is possible and only the best is bold; a method
 * without a rival never is.
 *
 * Throws an InputError for records of different experiments. Costs O(records log records).
 */
export function summariseTrials(records: readonly TrialRecord[], timings: readonly TrialTiming[] = []): Summary {
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  checkCommon(distinct);
  // Sums are taken in the order of the trials, so that they have the same bits whatever the order
  // of the records.
  const sorted = distinct.map(({ id, spec, result }) => ({ id, spec, result })).sort((a, b) => compare(a.spec, b.spec));
  const seconds = new Map(timings.map(({ id, train }) => [id, train]));
  const groups = new Map<string, TrialRecord[]>();
  for (const record of sorted) {
    const { dataset, protocol, prior, labeled, method } = record.spec;
    const key = JSON.stringify([dataset, protocol, prior, labeled, method]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  const cells = withBold([...groups.values()].map((group) => cellOf(group, seconds)));
  const values = <K extends keyof TrialSpec>(name: K) => [...new Set(sorted.map(({ spec }) => spec[name]))];
  return {
    experiment: sorted[0]?.spec.experiment ?? "paper",
    cells,
    datasets: values("dataset"),
    protocols: PROTOCOLS.filter((name) => values("protocol").includes(name)),
    priors: values("prior").sort((a, b) => a - b),
    labeled: values("labeled").sort((a, b) => a - b),
    methods: METHODS.map(({ name }) => name).filter((name) => values("method").includes(name)),
    trials: cells.reduce((most, cell) => Math.max(most, cell.trials), 0),
  };
}

function cellOf(records: readonly TrialRecord[], timings: ReadonlyMap<string, number>): Cell {
  const [{ spec }] = records;
  const { dataset, protocol, prior, labeled, method } = spec;
  const of = (name: "accuracy" | "balancedAccuracy" | "auc" | "averagePrecision" | "positiveRate") =>
    spreadOf(records.map(({ result }) => result[name]));
  const priors = records.flatMap(({ result }) => (result.usedPrior === null ? [] : [result.usedPrior]));
  const seconds = records.flatMap(({ id }) => timings.get(id) ?? []);
  return {
    dataset,
    protocol,
    prior,
    labeled,
    method,
    trials: records.length,
    accuracy: of("accuracy"),
    balancedAccuracy: of("balancedAccuracy"),
    auc: of("auc"),
    averagePrecision: of("averagePrecision"),
    positiveRate: of("positiveRate"),
    usedPrior: priors.length === 0 ? null : spreadOf(priors),
    bold: false,
    constantGuess: Math.max(prior, 1 - prior),
    printed: printedFor(spec),
    unsolved: records.filter(({ result }: { result: TrialResult }) => result.status !== "solved").length,
    seconds: seconds.length === 0 ? undefined : spreadOf(seconds),
  };
}

function printedFor({ dataset, prior, labeled, unlabeled, test, method }: TrialSpec): Printed | undefined {
  const { labeled: l, unlabeled: u, test: t } = PRINTED_SETTING;
  const same = labeled === l && unlabeled === u && test === t;
  return same ? printedCell(dataset, prior, methodByName(method).column) : undefined;
}

/** Mean and standard deviation with n - 1, in two passes. */
export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, sd: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

/** Cells that differ in the method alone are compared; they stand next to each other. */
function withBold(cells: readonly Cell[]): Cell[] {
  const rows = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = JSON.stringify([cell.dataset, cell.protocol, cell.prior, cell.labeled]);
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  return [...rows.values()].flatMap((row) => {
    const rivals = row.filter((cell, k) => row.findIndex((each) => columnOf(each) === columnOf(cell)) === k);
    const best = rivals.reduce((a, b) => (b.accuracy.mean > a.accuracy.mean ? b : a));
    return row.map((cell) => ({ ...cell, bold: rivals.length > 1 && rivals.includes(cell) && asGood(cell, best) }));
  });
}

function asGood(cell: Cell, best: Cell): boolean {
  if (cell.accuracy.mean === best.accuracy.mean) return true;
  if (cell.trials < 2 || best.trials < 2) return false;
  return studentT({ ...best.accuracy, n: best.trials }, { ...cell.accuracy, n: cell.trials }).p >= LEVEL;
}

function columnOf({ method }: Cell): string {
  return methodByName(method).column;
}

/** The order of the grid. */
function compare(a: TrialSpec, b: TrialSpec): number {
  const place = (list: readonly { name: string }[], name: string) => list.findIndex((each) => each.name === name);
  return (
    place(DATA_SETS, a.dataset) - place(DATA_SETS, b.dataset) ||
    PROTOCOLS.indexOf(a.protocol) - PROTOCOLS.indexOf(b.protocol) ||
    a.prior - b.prior ||
    a.labeled - b.labeled ||
    place(METHODS, a.method) - place(METHODS, b.method) ||
    a.trial - b.trial
  );
}

function checkCommon(records: readonly TrialRecord[]): void {
  for (const name of COMMON) {
    const values = new Set(records.map(({ spec }) => spec[name]));
    if (values.size < 2) continue;
    throw new InputError({
      code: "mixed-trials",
      message: `the trials do not belong together: ${name} is ${[...values].join(" and ")}`,
      remedy: "Summarise the trials of one experiment at a time.",
    });
  }
}
