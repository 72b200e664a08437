import { COLUMNS } from "../paper/methods.js";
import { PRINTED_SETTING, printedCell } from "../paper/printed.js";
import { spreadOf } from "../trials/spread.js";
import type { CompareCell, Group, PriorFacts } from "./comparison.js";
import { paired } from "./paired.js";
import { armOf, type CompareRecord, type CompareSpec, isFamily } from "./spec.js";

/** The trials of one setting by arm, in the same order for every arm: they are pairs. */
export interface Setting {
  readonly spec: CompareSpec;
  readonly byArm: ReadonlyMap<string, readonly CompareRecord[]>;
}

/** Finished trials by setting, each sorted by seed and trial. Costs O(records log records). */
export function settingsOf(records: readonly CompareRecord[]): Setting[] {
  const settings = new Map<string, { spec: CompareSpec; byArm: Map<string, CompareRecord[]> }>();
  for (const record of records) {
    const { dataset, protocol, prior, labeled } = record.spec;
    const key = JSON.stringify([dataset, protocol, prior, labeled]);
    const setting = settings.get(key) ?? { spec: record.spec, byArm: new Map<string, CompareRecord[]>() };
    settings.set(key, setting);
    const arm = armOf(record.spec);
    const own = setting.byArm.get(arm);
    if (own === undefined) setting.byArm.set(arm, [record]);
    else own.push(record);
  }
  for (const { byArm } of settings.values())
    for (const own of byArm.values()) own.sort((a, b) => a.spec.seed - b.spec.seed || a.spec.trial - b.spec.trial);
  return [...settings.values()];
}

/** The group that a setting is compared in. */
export function groupOf({ dataset, protocol }: Pick<CompareSpec, "dataset" | "protocol">): Group {
  return isFamily(dataset) ? "families" : protocol;
}

/** The cell of one arm in a setting, from its records, at least one. */
export function cellOf(records: readonly CompareRecord[]): CompareCell {
  const [{ spec, result: first }] = records;
  const { dataset, protocol, prior, labeled } = spec;
  const of = (name: "accuracy" | "balancedAccuracy" | "auc" | "averagePrecision" | "positiveRate") =>
    spreadOf(records.map(({ result }) => result[name]));
  return {
    dataset,
    protocol,
    prior,
    labeled,
    group: groupOf(spec),
    arm: armOf(spec),
    trials: records.length,
    bags: { labeled: first.labeled, unlabeled: first.unlabeled, test: first.test },
    accuracy: of("accuracy"),
    balancedAccuracy: of("balancedAccuracy"),
    auc: of("auc"),
    averagePrecision: of("averagePrecision"),
    positiveRate: of("positiveRate"),
    constantGuess: Math.max(prior, 1 - prior),
    constantAccuracy: spreadOf(records.map(({ result }) => result.constantAccuracy)).mean,
    gain: paired(records.map(({ result }) => result.accuracy - result.constantAccuracy)),
    printedBest: printedBest(spec),
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
export function priorFacts(records: readonly CompareRecord[]): PriorFacts | null {
  const used = records.flatMap(({ spec, result }) =>
    result.usedPrior === null
      ? []
      : [{ value: result.usedPrior, truth: spec.prior, low: result.priorLow, high: result.priorHigh }],
  );
  if (used.length === 0) return null;
  const intervals = used.flatMap(({ low, high, truth }) =>
    low === null || high === null || low === high ? [] : [{ low, high, holds: low <= truth && truth <= high }],
  );
  return {
    used: spreadOf(used.map(({ value }) => value)),
    error: spreadOf(used.map(({ value, truth }) => Math.abs(value - truth))).mean,
    intervals:
      intervals.length === 0
        ? null
        : {
            trials: intervals.length,
            coverage: intervals.filter(({ holds }) => holds).length / intervals.length,
            width: spreadOf(intervals.map(({ low, high }) => high - low)).mean,
            low: spreadOf(intervals.map(({ low }) => low)).mean,
            high: spreadOf(intervals.map(({ high }) => high)).mean,
          },
  };
}
