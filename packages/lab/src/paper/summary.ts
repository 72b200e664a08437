import { InputError } from "@bagwise/core/base";
import { studentT } from "@bagwise/core/statistics";
import { DATA_SETS } from "../datasets/data-sets.js";
import { PROTOCOLS, type Protocol } from "../draws/draw-spec.js";
import { METHODS, methodByName } from "../methods/methods.js";
import { ENOUGH_TRIALS } from "../trials/enough-trials.js";
import { groupBy } from "../trials/group-by.js";
import { type CellMeasures, measuresOf, type Spread, spreadOf } from "../trials/spread.js";
import type { TrialTiming } from "../trials/trial.js";
import { PRINTED_SETTING, printedCell } from "./printed.js";
import type { ExperimentKind, TrialRecord, TrialSpec } from "./trial.js";

/** What the paper prints for a cell. */
export interface Printed extends Spread {
  readonly bold: boolean;
}

/** All trials of one method in one setting. */
export interface ExperimentCell
  extends CellMeasures,
    Pick<TrialSpec, "dataset" | "protocol" | "prior" | "labeled" | "method"> {
  readonly trials: number;
  /** Null for a method that needs no prior. */
  readonly usedPrior: Spread | null;
  /** Best, or not worse by the one-sided t-test at 5 %, among the columns of the paper. */
  readonly bold: boolean;
  /** The accuracy of always giving the more frequent answer: max(prior, 1 - prior). */
  readonly constantGuess: number;
  /** Undefined where the paper prints nothing for this setting. */
  readonly printed: Printed | undefined;
  /** How many trainings did not end with the status `solved`. */
  readonly unsolved: number;
  /** Seconds of a training, where they were measured. */
  readonly seconds: Spread | undefined;
}

/** An experiment as tables and figures need it. */
export interface ExperimentSummary {
  readonly experiment: ExperimentKind;
  /** In order of data set, protocol, prior, number of labelled bags, method. */
  readonly cells: readonly ExperimentCell[];
  readonly datasets: readonly string[];
  readonly protocols: readonly Protocol[];
  readonly priors: readonly number[];
  readonly labeled: readonly number[];
  readonly methods: readonly string[];
  readonly trials: number;
}

/** The level of the test for bold. */
const LEVEL = 0.05;

/** What all trials of one table have in common. */
const COMMON = ["experiment", "unlabeled", "test", "noise", "seed", "priorEstimate", "centres"] as const;

/**
 * The cells of an experiment from its finished trials, in any order; duplicates are removed.
 * Seconds are those of trainings with a timing. Without records you get an empty summary of the
 * kind `paper`.
 *
 * Bold as in the paper: the best mean accuracy, and those that the one-sided t-test at 5 % does not
 * find worse. For each column of the paper, the first method takes part. Nothing is bold with fewer
 * than `ENOUGH_TRIALS` trials, and no method without a rival.
 *
 * Throws an InputError for records of different experiments. Costs O(records log records).
 */
export function summariseTrials(
  records: readonly TrialRecord[],
  timings: readonly TrialTiming[] = [],
): ExperimentSummary {
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  checkCommon(distinct);
  // Sums are taken in the order of the trials, so that they have the same bits whatever the order
  // of the records.
  const sorted = distinct
    .map(({ id, spec, result }) => ({ id, spec, result }))
    .sort((a, b) => gridOrder(a.spec, b.spec));
  const seconds = new Map(timings.map(({ id, train }) => [id, train]));
  const groups = groupBy(sorted, ({ spec }) => [spec.dataset, spec.protocol, spec.prior, spec.labeled, spec.method]);
  const cells = withBold(groups.map((group) => cellOf(group, seconds)));
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

function cellOf(records: readonly TrialRecord[], timings: ReadonlyMap<string, number>): ExperimentCell {
  const [{ spec }] = records;
  const { dataset, protocol, prior, labeled, method } = spec;
  const priors = records.flatMap(({ result }) => (result.usedPrior === null ? [] : [result.usedPrior]));
  const seconds = records.flatMap(({ id }) => timings.get(id) ?? []);
  return {
    dataset,
    protocol,
    prior,
    labeled,
    method,
    trials: records.length,
    ...measuresOf(records.map(({ result }) => result)),
    usedPrior: priors.length === 0 ? null : spreadOf(priors),
    bold: false,
    constantGuess: Math.max(prior, 1 - prior),
    printed: printedFor(spec),
    unsolved: records.filter(({ result }) => result.status !== "solved").length,
    seconds: seconds.length === 0 ? undefined : spreadOf(seconds),
  };
}

function printedFor({ dataset, prior, labeled, unlabeled, test, method }: TrialSpec): Printed | undefined {
  const { labeled: l, unlabeled: u, test: t } = PRINTED_SETTING;
  const same = labeled === l && unlabeled === u && test === t;
  return same ? printedCell(dataset, prior, methodByName(method).column) : undefined;
}

/** Cells that differ in the method alone are compared; they stand next to each other. */
function withBold(cells: readonly ExperimentCell[]): ExperimentCell[] {
  const rows = groupBy(cells, ({ dataset, protocol, prior, labeled }) => [dataset, protocol, prior, labeled]);
  return rows.flatMap((row) => {
    const rivals = row.filter((cell, k) => row.findIndex((each) => columnOf(each) === columnOf(cell)) === k);
    const best = rivals.reduce((a, b) => (b.accuracy.mean > a.accuracy.mean ? b : a));
    const decided = rivals.length > 1 && rivals.every(({ trials }) => trials >= ENOUGH_TRIALS);
    return row.map((cell) => ({ ...cell, bold: decided && rivals.includes(cell) && asGood(cell, best) }));
  });
}

function asGood(cell: ExperimentCell, best: ExperimentCell): boolean {
  if (cell.accuracy.mean === best.accuracy.mean) return true;
  return studentT({ ...best.accuracy, n: best.trials }, { ...cell.accuracy, n: cell.trials }).p >= LEVEL;
}

function columnOf({ method }: ExperimentCell): string {
  return methodByName(method).column;
}

/** The order of the grid. */
export function gridOrder(a: TrialSpec, b: TrialSpec): number {
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
