import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { hex, sha256, version } from "@bagwise/core/base";
import type { FitContext, Learner, SharedWork } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { evaluate } from "@bagwise/core/scores";
import { canonical, type DrawSpec, drawSeed } from "../draws/draw-spec.js";

/** The result of a trial; the same bytes whenever and wherever it runs. */
export interface TrialResult {
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly auc: number;
  readonly averagePrecision: number;
  /** The share of the test bags that were called positive. */
  readonly positiveRate: number;
  /** The prior that the method used; null for one that needs none. */
  readonly usedPrior: number | null;
  /** The hyper-parameters that were chosen. */
  readonly chosen: Readonly<Record<string, number | string>>;
  /** How the training problem was solved. */
  readonly status: string;
  readonly relativeGap: number | null;
}

/** A finished trial of any experiment, as in `results.jsonl`. */
export interface AnyRecord<S extends object = object, R extends object = object> {
  /** The hash of the specification and the content of the data. */
  readonly id: string;
  readonly spec: S;
  readonly result: R;
}

/** How long a trial took; kept apart from the results, which are the same bytes in every run. */
export interface TrialTiming {
  readonly id: string;
  /** Seconds for drawing the bags, for training, and for scoring the test bags. */
  readonly draw: number;
  readonly train: number;
  readonly score: number;
}

/** What is needed while a trial runs; it does not change the result. */
export interface RunTrialOptions extends Pick<FitContext, "signal" | "onProgress"> {
  /** A clock, in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

export interface FinishedTrial<R extends TrialResult = TrialResult> {
  readonly result: R;
  readonly timing: Omit<TrialTiming, "id">;
}

interface ReadyTrial {
  readonly learner: Learner;
  readonly training: BagSet;
  readonly test: BagSet;
  /** What the training shares with others on the same bags. Default nothing. */
  readonly shared?: SharedWork;
  /** Whether the model's own threshold decides. Default: a score of 0 does, as in the paper. */
  readonly ownThreshold?: true;
}

/** Prepares a trial, trains, scores the test bags, and times each step. Rejects on abort. */
export async function timeTrial<T extends ReadyTrial>(
  prepare: () => T,
  { now = () => performance.now(), signal, onProgress }: RunTrialOptions,
): Promise<{ ready: T; model: Model; scores: Float64Array; result: TrialResult; timing: FinishedTrial["timing"] }> {
  signal?.throwIfAborted();
  const start = now();
  const ready = prepare();
  const drawn = now();
  const model = await ready.learner.fit(ready.training, {
    signal,
    onProgress,
    findCopies: false,
    judge: false,
    shared: ready.shared,
    // Reviewed bags may have their answers as labels.
    auditedFrom: ready.training.size,
  });
  const trained = now();
  const scores = model.scores(ready.test);
  const scored = now();
  const timing = { draw: (drawn - start) / 1000, train: (trained - drawn) / 1000, score: (scored - trained) / 1000 };
  return { ready, model, scores, result: resultOf(model, scores, ready), timing };
}

/**
 * How a model did on test bags, from its scores of them. As in the paper, a bag counts as positive
 * from a score of 0 on, whatever the model's own threshold, unless that is asked for: for the
 * baselines on instances a score of exactly 0 is no evidence, and their models call such a bag
 * negative.
 */
function resultOf({ card, threshold }: Model, scores: Float64Array, { test, ownThreshold }: ReadyTrial): TrialResult {
  const truth = test.labels().map((label) => LABEL_CODE[label]);
  const decided = ownThreshold ? scores.map((score) => score - threshold) : scores;
  const { accuracy, balancedAccuracy, auc, averagePrecision, confusion } = evaluate(decided, truth);
  const { status, relativeGap } = card.certificate;
  return {
    accuracy,
    balancedAccuracy,
    auc,
    averagePrecision,
    positiveRate: (confusion.truePositive + confusion.falsePositive) / test.size,
    usedPrior: card.prior?.value ?? null,
    chosen: numbersAndTexts(card.chosen),
    status,
    relativeGap: Number.isFinite(relativeGap) ? relativeGap : null,
  };
}

/** JSON has no infinite numbers, so these become texts; other values are left out. */
function numbersAndTexts(chosen: Readonly<Record<string, unknown>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]): [string, number | string][] => {
      if (typeof value === "string") return [[name, value]];
      return typeof value === "number" ? [[name, Number.isFinite(value) ? value : String(value)]] : [];
    }),
  );
}

/** Not the seed of the draw: what the learner draws is independent of which bags it got. */
export function learnerSeed(spec: DrawSpec): number {
  return (drawSeed(spec) ^ 0x9e3779b9) >>> 0;
}

/**
 * The name of a trial: the SHA-256 (hexadecimal) of its specification, in any order of fields, the
 * content of the data (`contentHash`) and the version of bagwise.
 */
export async function trialId(spec: object, dataHash: string): Promise<string> {
  const text = canonical({ bagwise: version, data: dataHash, spec: canonical(spec) });
  return hex(await sha256(new TextEncoder().encode(text)));
}
