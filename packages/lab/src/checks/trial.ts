import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { crc32 } from "@bagwise/core/base";
import { auc } from "@bagwise/core/scores";
import { quantile } from "@bagwise/core/statistics";
import { canonical } from "../draws/draw-spec.js";
import { cvLearner, parseCvMethod } from "../methods/on-labels.js";
import {
  type AnyRecord,
  type FinishedTrial,
  type RunTrialOptions,
  type TrialResult,
  timeTrial,
} from "../trials/trial.js";
import { CHECK_SIZES, type CheckLabels, drawCheck } from "./draw.js";

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

/** A raised bag has a higher score than this share of the negative test bags. */
export const ABOVE = 0.95;

/**
 * Draws the bags of a check, trains a method on them, and tests it on each kind of test bags; the same
 * bits whenever and wherever it runs. A method whose decisions need the prior is told that of the
 * unlabeled bags, unless it is to estimate it. Rejects with an InputError for unknown names, and on
 * abort.
 */
export async function runCheckTrial(
  spec: CheckSpec,
  options: RunTrialOptions = {},
): Promise<FinishedTrial<CheckResult>> {
  const { ready, model, result, timing } = await timeTrial(() => readyTrial(spec), options);
  const { tests, raised } = ready.drawn;
  const scored = Object.entries(tests).map(([name, { bags }]) => ({ name, bags, scores: model.scores(bags) }));
  const aucs = Object.fromEntries(scored.map(({ name, bags, scores }) => [name, auc(scores, truthOf(bags))]));
  const [own] = scored;
  const before = own.scores.filter((_, i) => own.bags.labelOf(i) === "negative");
  return {
    result: { ...result, aucs, raised: raised && raisedShare(before, model.scores(raised.bags)) },
    timing,
  };
}

function readyTrial(spec: CheckSpec) {
  const drawn = drawCheck(spec.dataset, { labels: spec.labels, seed: checkSeed(spec) });
  const learner = cvLearner(parseCvMethod(spec.method), {
    positiveShare: CHECK_SIZES.prior,
    seed: checkLearnerSeed(spec),
  });
  return { learner, training: drawn.training.bags, test: drawn.tests.own.bags, ownThreshold: true, drawn } as const;
}

/**
 * The share of negative bags that, with a positive instance added, have a higher score than they had,
 * and a higher one than 95 % of the negative bags had.
 */
export function raisedShare(before: Float64Array, after: Float64Array): number {
  const bar = quantile(before, ABOVE);
  return after.filter((score, i) => score > before[i] && score > bar).length / after.length;
}

function truthOf(bags: BagSet): number[] {
  return bags.labels().map((label) => LABEL_CODE[label]);
}
