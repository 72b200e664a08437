import { assignFolds, type BagSet } from "@bagwise/core/bags";
import { count, crc32, InputError } from "@bagwise/core/base";
import { type SharedWork, sharedWork } from "@bagwise/core/learners";
import { canonical } from "../draws/draw-spec.js";
import { cvLearner, parseCvMethod } from "../methods/on-labels.js";
import {
  type AnyRecord,
  type FinishedTrial,
  type RunTrialOptions,
  type TrialResult,
  timeTrial,
} from "../trials/trial.js";

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
type Division = Pick<CvSpec, "dataset" | "folds" | "repeat" | "seed">;

function divisionSeed({ dataset, folds, repeat, seed }: Division): number {
  return seedOf({ dataset, folds, repeat, seed });
}

/** What the learner draws is independent of which bags it got, and the same for every method. */
function cvLearnerSeed({ dataset, folds, repeat, fold, seed }: Omit<CvSpec, "method">): number {
  return seedOf({ dataset, folds, repeat, fold, seed });
}

function seedOf(value: object): number {
  return crc32(new TextEncoder().encode(canonical(value)));
}

/** The name of a fold of a division, whatever is trained on it. */
export function cvFoldName({ dataset, folds, repeat, fold, seed }: Omit<CvSpec, "method">): string {
  return JSON.stringify([dataset, folds, repeat, fold, seed]);
}

/**
 * The fold of each bag in one repeat, from 0. Each label is dealt evenly; if the bags have groups, no
 * group is in two folds, and labels are balanced as far as that allows. Throws an InputError if a fold
 * would lack one of the labels: no AUC could be computed there. Costs O(bags).
 */
export function cvFolds(bags: BagSet, division: Division): Uint16Array {
  const { folds } = division;
  const positive = bags.positive().size;
  checkEnough({ name: division.dataset, positive, negative: bags.size - positive }, folds);
  const fold = assignFolds(bags, { folds, seed: divisionSeed(division) });
  const both = Array.from({ length: folds }, () => new Set<string>());
  fold.forEach((of, i) => {
    both[of].add(bags.labelOf(i));
  });
  if (both.every(({ size }) => size === 2)) return fold;
  throw new InputError({
    code: "too-few-bags",
    message: `the groups of ${division.dataset} cannot be divided into ${folds} folds that each have bags of both labels`,
    remedy: "Ask for fewer folds with --folds, or read the file without its groups.",
  });
}

/** Throws an InputError unless each label has a bag for every fold. */
export function checkEnough(
  { name, positive, negative }: { readonly name: string; readonly positive: number; readonly negative: number },
  folds: number,
): void {
  const least = Math.min(positive, negative);
  if (least >= folds) return;
  throw new InputError({
    code: "too-few-bags",
    message: `${name} has ${count(positive, "positive bag")} and ${count(negative, "negative bag")}, which is too few for ${folds} folds that each have bags of both labels`,
    remedy: `${least < 2 ? "Use data with at least two bags of each label" : `Ask for --folds ${least} or fewer`}, or name other data sets with --datasets.`,
  });
}

/**
 * Trains a method on all folds but one, and tests it on that one; the same bits whenever and wherever
 * it runs. The learner sees the training bags alone: it scales, weighs and chooses on them. `bags`
 * have all labels. Rejects with an InputError for unknown names and too few bags, and on abort.
 */
export async function runCvTrial(
  bags: BagSet,
  spec: CvSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CvResult>> {
  const { ready, result, timing } = await timeTrial(() => readyTrial(bags, spec), options);
  return { result: { ...result, test: ready.test.size }, timing };
}

function readyTrial(bags: BagSet, spec: CvSpec) {
  const { training, test, shared } = foldBags(bags, spec);
  const positiveShare = training.positive().size / training.size;
  const learner = cvLearner(parseCvMethod(spec.method), { positiveShare, seed: cvLearnerSeed(spec) });
  return { learner, training, test, shared, ownThreshold: true } as const;
}

/** The bags of one fold, and what the methods that are trained on them share. */
interface FoldBags {
  readonly training: BagSet;
  readonly test: BagSet;
  readonly shared: SharedWork;
}

/** The fold of the last trial, because trials of a fold mostly follow each other; others would take memory. */
let last: { readonly of: BagSet; readonly name: string; readonly fold: FoldBags } | undefined;

function foldBags(bags: BagSet, spec: CvSpec): FoldBags {
  const name = cvFoldName(spec);
  if (last?.of === bags && last.name === name) return last.fold;
  last = undefined;
  const foldOf = cvFolds(bags, spec);
  const training = bags.filter((i) => foldOf[i] !== spec.fold);
  const test = bags.filter((i) => foldOf[i] === spec.fold);
  last = { of: bags, name, fold: { training, test, shared: sharedWork(training) } };
  return last.fold;
}
