import { crc32 } from "@bagwise/core/base";
import { canonical } from "../draws/draw-spec.js";
import type { AnyRecord, TrialResult } from "../trials/trial.js";

/** One unit of work of a cross-validation, as plain data: one method trained without one fold. */
export interface CvSpec {
  readonly experiment: "cv";
  /** The name of the file without its ending. */
  readonly dataset: string;
  /** As in `--methods`: see `parseCvMethod`. */
  readonly method: string;
  readonly folds: number;
  /** Which division into folds, from 0. */
  readonly repeat: number;
  /** The fold that is tested, from 0. */
  readonly fold: number;
  /** The seed of the whole experiment. */
  readonly seed: number;
}

/** The result on one fold; the same bytes whenever and wherever it runs. */
export interface CvResult extends TrialResult {
  /** How many bags the fold has. */
  readonly test: number;
}

export type CvRecord = AnyRecord<CvSpec, CvResult>;

/** What a division into folds depends on: not the method, so that all get the same folds. */
export type Division = Pick<CvSpec, "dataset" | "folds" | "repeat" | "seed">;

export function divisionSeed({ dataset, folds, repeat, seed }: Division): number {
  return seedOf({ dataset, folds, repeat, seed });
}

/** What the learner draws is independent of which bags it got, and the same for every method. */
export function cvLearnerSeed({ dataset, folds, repeat, fold, seed }: Omit<CvSpec, "method">): number {
  return seedOf({ dataset, folds, repeat, fold, seed });
}

function seedOf(value: object): number {
  return crc32(new TextEncoder().encode(canonical(value)));
}

/** The name of a fold of a division, whatever is trained on it. */
export function cvFoldName({ dataset, folds, repeat, fold, seed }: Omit<CvSpec, "method">): string {
  return JSON.stringify([dataset, folds, repeat, fold, seed]);
}
