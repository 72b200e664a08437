import type { BagSet } from "../bags/bag-set.js";
import type { OptionDescription } from "../base/option.js";
import type { Model } from "../model/model.js";
import type { Problem } from "../solver/problem.js";
import type { PuSkcJob, PuSkcOutcome } from "./pu-skc/fit.js";

/** How far a training is. */
export interface TrainingProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** What is needed while fitting but is no hyper-parameter. */
export interface FitContext {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TrainingProgress) => void) | undefined;
  /** Where units of work run. Default: here, one after the other. */
  readonly execute?: Execute | undefined;
  /** Told the problem of the final fit before it is solved, so that it can be dumped. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /**
   * Whether to look for near-copies of bags in different folds and to note them. Default true; it
   * costs O(bags^2) cheap tests.
   */
  readonly findCopies?: boolean | undefined;
}

/**
 * Runs units of work, in any order, somewhere; the outcomes come in the order of the jobs. Rejects
 * when the signal is aborted.
 */
export type Execute = (
  jobs: readonly PuSkcJob[],
  onDone: () => void,
  signal?: AbortSignal | undefined,
) => Promise<PuSkcOutcome[][]>;

/**
 * A learner describes itself as data; flags, forms, validation and the table in the docs are made
 * from that.
 */
export interface LearnerDescription {
  readonly name: string;
  readonly title: string;
  /** One or two sentences for people. */
  readonly help: string;
  /** Which labels it needs. */
  readonly needs: readonly ("positive" | "unlabeled" | "negative")[];
  readonly options: readonly OptionDescription[];
}

/** What trains a learner with checked options; `given` are the options as the caller wrote them. */
export type Train<Options> = (
  bags: BagSet,
  options: Options,
  given: Record<string, unknown>,
  context: FitContext,
) => Promise<Model>;

/**
 * A learner whose training code is loaded when it first fits, so that a page that only scores with a
 * model never loads it. What the caller gave is copied: a model is frozen, and must not freeze that.
 */
export function learnerOf<Options>(
  name: string,
  { given, options, load }: { given: object; options: Options; load: () => Promise<Train<Options>> },
): Learner {
  const copy = structuredClone({ ...given });
  return { name, fit: async (bags, context = {}) => (await load())(bags, options, structuredClone(copy), context) };
}

/** A learner with its hyper-parameters fixed. Fitting changes nothing and returns a new model. */
export interface Learner {
  readonly name: string;
  fit(bags: BagSet, context?: FitContext): Promise<Model>;
}

/** An entry of the registry. */
export interface LearnerEntry {
  readonly description: LearnerDescription;
  /** The learner with these options; an InputError names one that does not fit. */
  create(options: Record<string, unknown>): Learner;
}
