import type { Arm } from "../methods/arm.js";
import { meanOf as mean } from "../trials/spread.js";
import { type CompareCell, cellOf, type Group, groupOf, priorFacts, type Setting, settingsOf } from "./cells.js";
import type { CompareData } from "./data.js";
import { belowOneSe, overCells, type Paired, paired, verdict } from "./paired.js";
import { rankArms } from "./ranks.js";
import { reliabilities } from "./reliability.js";
import type { CompareRecord } from "./trial.js";

/** More than this below the constant guess is more than noise. */
export const MARGIN = 0.03;

/** What arms are ranked by. */
const COMPARE_MEASURES = ["accuracy", "auc"] as const;
export type CompareMeasure = (typeof COMPARE_MEASURES)[number];

/** A comparison as tables and figures need it; cells are in the order of the plan. */
export type Comparison = ReturnType<typeof summariseComparison>;

/** What the cells of one arm in one group come to; means are over cells. */
export type ArmFacts = ReturnType<typeof factsOf>;

/** How an arm differs from the reference in the cells of a group; means are over cells. */
export type ReferenceFacts = ReturnType<typeof referenceFacts>;
export type DifferenceFacts = ReturnType<typeof facts>;

/** What is compared over a set of cells. */
export type Contest = ReturnType<typeof contestOf>;

/** How often an arm beats another: cells by the paired t-test at 5 %. */
export type Duel = ReturnType<typeof duelOf>;

/** What the records do not say. */
export interface ComparisonFrame {
  /** In the order of tables. */
  readonly arms: readonly Arm[];
  readonly reference: string;
  readonly data: readonly CompareData[];
}

/**
 * The tables of a comparison from all its trials: in every setting each arm has the same ones, so
 * that differences are paired. Groups (protocols, and the families) are looked at one by one and,
 * where there are several, together. Costs O(records log records + cells x arms^2).
 */
export function summariseComparison(records: readonly CompareRecord[], frame: ComparisonFrame) {
  const settings = settingsOf(records);
  const arms = frame.arms.map(({ name }) => name);
  const cells = settings.flatMap(({ byArm }) =>
    arms.flatMap((arm) => (byArm.has(arm) ? [cellOf(of(byArm, arm))] : [])),
  );
  const groups = [...new Set(settings.map(({ spec }) => groupOf(spec)))];
  const inGroup = (group: Group) => settings.filter(({ spec }) => groupOf(spec) === group);
  const contested = [
    ...groups.map((group) => ({ group, settings: inGroup(group) })),
    ...(groups.length > 1 ? [{ group: "all" as const, settings }] : []),
  ];
  return {
    ...frame,
    groups,
    seeds: [...new Set(records.map(({ spec }) => spec.seed))].sort((a, b) => a - b),
    trials: cells.reduce((most, cell) => Math.max(most, cell.trials), 0),
    cells,
    facts: arms.flatMap((arm) => groups.map((group) => factsOf(arm, group, { cells, settings: inGroup(group) }))),
    toReference: arms
      .filter((arm) => arm !== frame.reference)
      .flatMap((arm) => groups.map((group) => referenceFacts(arm, frame.reference, group, inGroup(group)))),
    /** How probabilities came true; none without a method that gives them. */
    reliability: groups.flatMap((group) =>
      arms.flatMap((arm) =>
        reliabilities(
          inGroup(group).flatMap(({ byArm }) => of(byArm, arm)),
          arm,
          group,
        ),
      ),
    ),
    contests: COMPARE_MEASURES.flatMap((measure) =>
      contested.map(({ group, settings: own }) => contestOf(group, measure, arms, own)),
    ),
  };
}

function factsOf(
  arm: string,
  group: Group,
  { cells, settings }: { cells: readonly CompareCell[]; settings: readonly Setting[] },
) {
  const own = cells.filter((cell) => cell.arm === arm && cell.group === group);
  const over = (value: (cell: CompareCell) => number) => mean(own.map(value));
  const prior = priorFacts(settings.flatMap(({ byArm }) => of(byArm, arm)));
  return {
    arm,
    group,
    cells: own.length,
    accuracy: over((cell) => cell.accuracy.mean),
    balancedAccuracy: over((cell) => cell.balancedAccuracy.mean),
    auc: over((cell) => cell.auc.mean),
    averagePrecision: over((cell) => cell.averagePrecision.mean),
    /** Over max(prior, 1 - prior), and over the constant guess on the same bags. */
    nominalGain: over((cell) => cell.accuracy.mean - cell.constantGuess),
    gain: over((cell) => cell.gain.mean),
    /** Over trials; null with one trial per cell, as is `belowOneSe`. */
    gainSe: overCells(own.map((cell) => cell.gain)).se,
    worst: own.reduce((a, b) => (b.gain.mean < a.gain.mean ? b : a)),
    belowOneSe: belowOneSe(own.map(({ gain }) => gain)),
    belowMargin: own.filter(({ gain }) => gain.mean < -MARGIN).length,
    target: targetOf(own),
    prior: prior && { error: prior.error, intervals: prior.intervals },
  };
}

/**
 * Cells at or above, or within one standard error of, the better of the constant guess and of what
 * the paper prints; null where it prints nothing. The standard errors are those of the accuracy
 * itself, because the printed numbers are of other bags; unknown with one trial per cell.
 */
function targetOf(cells: readonly CompareCell[]) {
  const margins = cells.flatMap(({ printedBest, constantGuess, accuracy, trials }) =>
    printedBest === null
      ? []
      : [{ margin: accuracy.mean - Math.max(printedBest, constantGuess), se: accuracy.sd / Math.sqrt(trials) }],
  );
  if (margins.length === 0) return null;
  return {
    cells: margins.length,
    reached: cells.some(({ trials }) => trials < 2) ? null : margins.filter(({ margin, se }) => margin >= -se).length,
    margin: mean(margins.map(({ margin }) => margin)),
    worst: Math.min(...margins.map(({ margin }) => margin)),
  };
}

function referenceFacts(arm: string, reference: string, group: Group, settings: readonly Setting[]) {
  const against = (measure: CompareMeasure) =>
    settings.map((setting) => ({ ...differenceIn(setting, measure, arm, reference), where: setting.spec }));
  return { arm, group, cells: settings.length, accuracy: facts(against("accuracy")), auc: facts(against("auc")) };
}

/** Standard errors are null with one trial per cell; `worst` is the lowest difference of a cell. */
function facts(differences: readonly (Paired & { where: Setting["spec"] })[]) {
  const worst = differences.reduce((a, b) => (b.mean < a.mean ? b : a));
  const { dataset, protocol, prior, labeled } = worst.where;
  return {
    mean: mean(differences.map((each) => each.mean)),
    se: overCells(differences).se,
    belowOneSe: belowOneSe(differences),
    worst: worst.mean,
    where: { dataset, protocol, prior, labeled },
  };
}

function contestOf(
  group: Group | "all",
  measure: CompareMeasure,
  arms: readonly string[],
  settings: readonly Setting[],
) {
  const means = settings.map(({ byArm }) =>
    arms.map((arm) => mean(of(byArm, arm).map(({ result }) => result[measure]))),
  );
  const duels = arms.flatMap((arm) =>
    arms.filter((other) => other !== arm).map((other) => duelOf(arm, other, measure, settings)),
  );
  return { group, measure, ranking: rankArms(means), duels };
}

function duelOf(arm: string, other: string, measure: CompareMeasure, settings: readonly Setting[]) {
  const differences = settings.map((setting) => differenceIn(setting, measure, arm, other));
  const { mean: difference, ...rest } = overCells(differences);
  const times = (wanted: string) => differences.filter((each) => verdict(each) === wanted).length;
  return {
    arm,
    other,
    wins: times("win"),
    ties: times("tie"),
    losses: times("loss"),
    difference,
    ...rest,
  };
}

/** The paired difference of two arms in one setting. */
function differenceIn({ byArm }: Setting, measure: CompareMeasure, arm: string, other: string): Paired {
  const others = of(byArm, other);
  return paired(of(byArm, arm).map(({ result }, k) => result[measure] - others[k].result[measure]));
}

function of(byArm: ReadonlyMap<string, readonly CompareRecord[]>, arm: string): readonly CompareRecord[] {
  return byArm.get(arm) ?? [];
}
