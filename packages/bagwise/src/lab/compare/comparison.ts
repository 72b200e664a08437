import type { AnyProtocol } from "../draws/protocol.js";
import type { CellMeasures, Spread } from "../trials/spread.js";
import type { Arm } from "./arm.js";
import type { CompareData } from "./data.js";
import type { Paired } from "./paired.js";
import type { Ranking } from "./ranks.js";

/** What is compared within: the cells of one protocol, or those of the families. */
export type Group = AnyProtocol | "families";

export interface CellPlace {
  readonly dataset: string;
  readonly protocol: AnyProtocol;
  readonly prior: number;
  /** As asked for; a cell may have fewer by the protocol `original`. */
  readonly labeled: number;
}

export interface CompareCell extends CellPlace, CellMeasures {
  readonly group: Group;
  readonly arm: string;
  readonly trials: number;
  /** How many bags of each kind a trial has. */
  readonly bags: { readonly labeled: number; readonly unlabeled: number; readonly test: number };
  /** max(prior, 1 - prior), and the accuracy of the constant guess on the same test bags. */
  readonly constantGuess: number;
  readonly constantAccuracy: number;
  /** Accuracy minus that of the constant guess on the same test bags. */
  readonly gain: Paired;
  /** The best accuracy that the paper prints here for any method; null where it prints none. */
  readonly printedBest: number | null;
  /** Null for a method without a prior. */
  readonly priorUse: PriorFacts | null;
  /** How many trainings did not end as `solved`. */
  readonly unsolved: number;
}

export interface PriorFacts {
  readonly used: Spread;
  /** The mean of |used - true|. */
  readonly error: number;
  /** Of intervals wider than a point, the share that hold the true prior, mean width and ends. */
  readonly intervals: {
    readonly trials: number;
    readonly coverage: number;
    readonly width: number;
    readonly low: number;
    readonly high: number;
  } | null;
}

/** What the cells of one arm in one group come to; means are over cells. */
export interface ArmFacts {
  readonly arm: string;
  readonly group: Group;
  readonly cells: number;
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly auc: number;
  readonly averagePrecision: number;
  /** Mean accuracy minus max(prior, 1 - prior). */
  readonly nominalGain: number;
  /** Accuracy minus that of the constant guess on the same bags; null with one trial per cell. */
  readonly gain: number;
  readonly gainSe: number | null;
  readonly worst: CompareCell;
  /**
   * Cells more than one standard error (null with one trial per cell), and more than 0.03, below.
   */
  readonly belowOneSe: number | null;
  readonly belowMargin: number;
  /**
   * Cells at or above, or within one standard error of, the better of the constant guess and of
   * what the paper prints; null where it prints nothing. Reached is null with one trial per cell.
   */
  readonly target: {
    readonly cells: number;
    readonly reached: number | null;
    readonly margin: number;
    readonly worst: number;
  } | null;
  readonly prior: Omit<PriorFacts, "used"> | null;
}

/** How an arm differs from the reference in the cells of a group; means are over cells. */
export interface ReferenceFacts {
  readonly arm: string;
  readonly group: Group;
  readonly cells: number;
  readonly accuracy: DifferenceFacts;
  readonly auc: DifferenceFacts;
}

export interface DifferenceFacts {
  readonly mean: number;
  /** Over trials; null with one trial per cell. */
  readonly se: number | null;
  /** Cells more than one standard error below the reference; null with one trial per cell. */
  readonly belowOneSe: number | null;
  /** The lowest difference of a cell, and where it is. */
  readonly worst: number;
  readonly where: CellPlace;
}

/** How often an arm beats another: cells by the paired t-test at 5 %. */
export interface Duel {
  readonly arm: string;
  readonly other: string;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** The mean over cells of the mean difference. */
  readonly difference: number;
}

export interface Contest {
  readonly group: Group | "all";
  readonly measure: CompareMeasure;
  readonly ranking: Ranking;
  /** Every arm with every other, in the order of the arms. */
  readonly duels: readonly Duel[];
}

export const COMPARE_MEASURES = ["accuracy", "auc"] as const;
export type CompareMeasure = (typeof COMPARE_MEASURES)[number];

export interface Comparison {
  readonly arms: readonly Arm[];
  readonly reference: string;
  readonly data: readonly CompareData[];
  readonly groups: readonly Group[];
  readonly seeds: readonly number[];
  /** Trials of a cell, over all seeds. */
  readonly trials: number;
  /** In the order of the plan: data set, protocol, prior, number of labelled bags, arm. */
  readonly cells: readonly CompareCell[];
  readonly facts: readonly ArmFacts[];
  readonly toReference: readonly ReferenceFacts[];
  readonly contests: readonly Contest[];
}
