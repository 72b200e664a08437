import { type DrawnBags, type DrawSpec, drawSeed } from "../draws/draw-spec.js";
import { drawFamily } from "../families/families.js";
import type { AnyRecord, TrialResult } from "../trials/trial.js";
import type { ReliabilityCounts } from "./reliability-counts.js";

/**
 * One unit of work of a comparison, as plain data: one arm on one drawn training and test set. It
 * carries what the draw needs to know about the data set, so that nothing is looked up.
 */
export interface CompareSpec extends DrawSpec {
  readonly experiment: "compare";
  /** The name of the file without its ending, or `family:NAME` for synthetic bags. */
  readonly dataset: string;
  readonly scaling: "z-score" | "none";
  readonly multiple: number;
  /** The regulariser of the printed estimator of the prior; null for that estimator's own. */
  readonly eta: number | null;
  /** The method, as in `METHODS` or in the registry of learners. */
  readonly method: string;
  /** What it knows about the prior: see `parseKnowledge`. */
  readonly knowledge: string;
}

/** The result of a trial of a comparison; the same bytes whenever and wherever it runs. */
export interface CompareResult extends TrialResult {
  /** Of always giving the answer that is more frequent by the true prior; positive at 0.5. */
  readonly constantAccuracy: number;
  /** The interval on the model's card; null without a prior or without an interval. */
  readonly priorLow: number | null;
  readonly priorHigh: number | null;
  /** How many bags there were of each kind, as drawn. */
  readonly labeled: number;
  readonly unlabeled: number;
  readonly test: number;
  /** Positives among audited bags, as `7/30`; null without an audit. */
  readonly audited: string | null;
  /** How the probabilities of the test bags came true. Absent for a model without them, and in older journals. */
  readonly reliability?: ReliabilityCounts;
}

export type CompareRecord = AnyRecord<CompareSpec, CompareResult>;

export function armOf({ method, knowledge }: Pick<CompareSpec, "method" | "knowledge">): string {
  return `${method}@${knowledge}`;
}

/** How the name of a data set that is drawn fresh begins. */
export const FAMILY = "family:";

/** Whether the data set is drawn fresh for every trial. */
export function isFamily(dataset: string): boolean {
  return dataset.startsWith(FAMILY);
}

/** Fresh bags of a family for a trial; what is drawn depends on `drawSeed(spec)` alone. */
export function drawFromFamily(spec: CompareSpec): DrawnBags {
  const { labeled, unlabeled, test, prior } = spec;
  return drawFamily(spec.dataset.slice(FAMILY.length), { labeled, unlabeled, test, prior, seed: drawSeed(spec) });
}
