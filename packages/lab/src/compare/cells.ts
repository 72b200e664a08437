import { isFamily } from "../families/families.js";
import { COLUMNS } from "../methods/methods.js";
import { PRINTED_SETTING, printedCell } from "../paper/printed.js";
import { groupBy } from "../trials/group-by.js";
import { meanOf, measuresOf, spreadOf } from "../trials/spread.js";
import { paired } from "./paired.js";
import { armOf, type CompareRecord, type CompareSpec } from "./trial.js";

/** What is compared within: the cells of one protocol, or those of the families. */
export type Group = CompareSpec["protocol"] | "families";

/** Where a cell is; `labeled` is as asked for, by the protocol `original` there may be fewer. */
export type CellPlace = Pick<CompareSpec, "dataset" | "protocol" | "prior" | "labeled">;

/** All trials of one arm in one setting. */
export type CompareCell = ReturnType<typeof cellOf>;

/** How close the prior that a method used is to the true one. */
export type PriorFacts = NonNullable<ReturnType<typeof priorFacts>>;

/** The trials of one setting by arm, in the same order for every arm: they are pairs. */
export interface Setting {
  readonly spec: CompareSpec;
  readonly byArm: ReadonlyMap<string, readonly CompareRecord[]>;
}

/** Finished trials by setting, each sorted by seed and trial. Costs O(records log records). */
export function settingsOf(records: readonly CompareRecord[]): Setting[] {
  const inOrder = (a: CompareRecord, b: CompareRecord) => a.spec.seed - b.spec.seed || a.spec.trial - b.spec.trial;
  return groupBy(records, ({ spec }) => [spec.dataset, spec.protocol, spec.prior, spec.labeled]).map((setting) => ({
    spec: setting[0].spec,
    byArm: new Map(groupBy(setting, ({ spec }) => armOf(spec)).map((own) => [armOf(own[0].spec), own.sort(inOrder)])),
  }));
}

export function groupOf({ dataset, protocol }: Pick<CompareSpec, "dataset" | "protocol">): Group {
  return isFamily(dataset) ? "families" : protocol;
}

export function cellOf(records: readonly CompareRecord[]) {
  const [{ spec, result: first }] = records;
  const { dataset, protocol, prior, labeled } = spec;
  return {
    dataset,
    protocol,
    prior,
    labeled,
    group: groupOf(spec),
    arm: armOf(spec),
    trials: records.length,
    /** As drawn. */
    bags: { labeled: first.labeled, unlabeled: first.unlabeled, test: first.test },
    ...measuresOf(records.map(({ result }) => result)),
    /** Nominal, and on the same test bags. */
    constantGuess: Math.max(prior, 1 - prior),
    constantAccuracy: meanOf(records.map(({ result }) => result.constantAccuracy)),
    gain: paired(records.map(({ result }) => result.accuracy - result.constantAccuracy)),
    /** The best accuracy that the paper prints here for any method; null where it prints none. */
    printedBest: printedBest(spec),
    /** Null for a method without a prior. */
    priorUse: priorFacts(records),
    unsolved: records.filter(({ result }) => result.status !== "solved").length,
  };
}

/** The paper's numbers are of its own protocol and sizes. */
function printedBest({ dataset, protocol, prior, labeled, unlabeled, test, eta }: CompareSpec): number | null {
  const { labeled: l, unlabeled: u, test: t } = PRINTED_SETTING;
  // Other data may have the name of one of the paper's; they have no eta.
  if (eta === null || protocol !== "paper" || labeled !== l || unlabeled !== u || test !== t) return null;
  const printed = COLUMNS.flatMap((column) => printedCell(dataset, prior, column)?.mean ?? []);
  return printed.length === 0 ? null : Math.max(...printed);
}

/** Over trials; null where the method uses no prior. */
export function priorFacts(records: readonly CompareRecord[]) {
  const used = records.flatMap(({ spec, result: { usedPrior: value, priorLow: low, priorHigh: high } }) =>
    value === null ? [] : [{ value, truth: spec.prior, low, high }],
  );
  if (used.length === 0) return null;
  return {
    used: spreadOf(used.map(({ value }) => value)),
    error: meanOf(used.map(({ value, truth }) => Math.abs(value - truth))),
    intervals: intervalFacts(used),
  };
}

/** Of intervals wider than a point. */
function intervalFacts(used: readonly { truth: number; low: number | null; high: number | null }[]) {
  const wide = used.flatMap(({ low, high, truth }) =>
    low === null || high === null || low === high ? [] : [{ low, high, holds: low <= truth && truth <= high }],
  );
  if (wide.length === 0) return null;
  return {
    trials: wide.length,
    coverage: wide.filter(({ holds }) => holds).length / wide.length,
    width: meanOf(wide.map(({ low, high }) => high - low)),
    low: meanOf(wide.map(({ low }) => low)),
    high: meanOf(wide.map(({ high }) => high)),
  };
}
