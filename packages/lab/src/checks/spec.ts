import { crc32 } from "@bagwise/core/base";
import { canonical } from "../draws/draw-spec.js";
import type { AnyRecord, TrialResult } from "../trials/trial.js";
import type { CheckLabels } from "./draw.js";

/** One unit of work of the checks, as plain data: one method in one draw of one check. */
export interface CheckSpec {
  readonly experiment: "checks";
  /** The name of the check. */
  readonly dataset: string;
  /** As in `--methods`. */
  readonly method: string;
  readonly labels: CheckLabels;
  /** Which draw, from 0. */
  readonly repeat: number;
  /** The seed of the whole experiment. */
  readonly seed: number;
}

/**
 * The result of one training; the same bytes whenever and wherever it runs. The common measures are
 * on test bags drawn as in training.
 */
export interface CheckResult extends TrialResult {
  /** The AUC on each kind of test bags, by name. */
  readonly aucs: Readonly<Record<string, number>>;
  /** See `raisedShare`; null where the check does not measure it. */
  readonly raised: number | null;
}

export type CheckRecord = AnyRecord<CheckSpec, CheckResult>;

/** What a draw depends on: not the method, so that all get the same bags. */
export function checkSeed({ dataset, repeat, seed }: CheckSpec): number {
  return crc32(new TextEncoder().encode(canonical({ dataset, repeat, seed })));
}

/** What the learner draws is independent of the bags it gets. */
export function checkLearnerSeed(spec: CheckSpec): number {
  return (checkSeed(spec) ^ 0x9e3779b9) >>> 0;
}
