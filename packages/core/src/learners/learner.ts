import type { BagSet } from "../bags/bag-set.js";
import type { OptionDescription } from "../base/option.js";
import type { Model } from "../model/model.js";
import type { MachineProblem } from "../solver/machine/problem.js";
import type { Problem } from "../solver/problem.js";
import type { SharedWork } from "./shared-work.js";
import type { Execute, Work } from "./work.js";

/** How far a training has come. */
export interface TrainingProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** What a fit needs that is not a hyper-parameter. */
export interface FitContext {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TrainingProgress) => void) | undefined;
  /** Where units of work run. Default: in this thread, one after the other. */
  readonly execute?: Execute | undefined;
  /**
   * Called with the convex problem of the final fit, so that you can dump it; with the last one for a
   * learner that solves several.
   */
  readonly onProblem?: ((problem: Problem | MachineProblem) => void) | undefined;
  /**
   * Whether to look for near-copies of bags in different folds, and to note them. Default true.
   * Costs O(bags^2) cheap comparisons.
   */
  readonly findCopies?: boolean | undefined;
  /**
   * Whether the model's held-out scores are looked at. Default true. With false, `pu-skc` and `pu-instance` train a
   * third as often, and their held-out scores flatter: they are of the setting that they chose themselves.
   */
  readonly judge?: boolean | undefined;
  /**
   * How many bags an audit (the option `audited`) was drawn from. Default: the unlabeled bags. Say
   * it if some of those have their answers as labels now, or are held out.
   */
  readonly auditedFrom?: number | undefined;
  /**
   * Ids of the positive bags that the reviewers of an audit found. Their scores tell whether the
   * other labelled positives are a fair sample. Default: none are known.
   */
  readonly foundPositive?: ReadonlySet<string> | undefined;
  /**
   * The probability that each labelled positive bag was labelled, by id. Default: unknown, and the
   * same for all. `auto` fills it in from its option `propensity`.
   */
  readonly propensities?: ReadonlyMap<string, number> | undefined;
  /**
   * What this training shares with others on the same bags. Default nothing. It changes how long a training
   * takes, and not what comes of it.
   */
  readonly shared?: SharedWork | undefined;
}

/** A learner with fixed hyper-parameters. Fitting changes nothing and returns a new model. */
export interface Learner {
  readonly name: string;
  fit(bags: BagSet, context?: FitContext): Promise<Model>;
}

/**
 * A learner as data. Flags, help, checks, reports, experiments and the page of the docs are made
 * from it, so adding a learner is adding a folder and a line in the registry.
 */
export interface LearnerDescription {
  readonly name: string;
  /** The name as people write it, such as "PU-SKC". */
  readonly label: string;
  /** What it is, in one line. */
  readonly title: string;
  /** What it does, in one or two sentences. */
  readonly help: string;
  /** Whether it is the learner to use by default. Exactly one learner is. */
  readonly usual?: true;
  /**
   * What it is made for: positive and unlabeled bags, or positive and negative ones. The latter take
   * unlabeled bags for negative, and say so.
   */
  readonly learnsFrom: "positive and unlabeled" | "positive and negative";
  /**
   * Which labels it needs. Besides positive bags, a learner from positive and negative ones needs any
   * other bag, unlabeled or negative.
   */
  readonly needs: readonly ("positive" | "unlabeled" | "negative")[];
  /** When to choose it, in one sentence. */
  readonly when: string;
  /** How time and memory grow, in one sentence. */
  readonly cost: string;
  /** Where it comes from: authors, year, title, place. */
  readonly paper: string;
  readonly options: readonly OptionDescription[];
  readonly prior: PriorUse;
  /** Whether training holds bags out, so that a model keeps held-out scores. */
  readonly holdsOut: boolean;
  /** Whether training has units of work that can run in worker threads (`LearnerEntry.work`). */
  readonly parallel: boolean;
  /** Whether its models score single instances. */
  readonly scoresInstances: boolean;
  /** Whether `FitContext.onProblem` is called with a problem that can be solved again elsewhere. */
  readonly dumpsProblem: boolean;
  readonly report: ReportTexts;
  /** Settings in which experiments run it. Without any, a comparison uses its defaults. */
  readonly experiment?: ExperimentSettings;
}

/** What a learner does with the prior, the share of positives. */
interface PriorUse {
  /**
   * How you can state it; empty for a learner without the option `prior`. A learner that takes a
   * range works with a distribution over the prior, and weighs an audit against the data.
   */
  readonly takes: readonly ("number" | "range" | "estimator")[];
  /** Whether it estimates a prior that you do not state. */
  readonly estimates: boolean;
  /** What depends on it: ranking and decisions, decisions alone, measures alone, or nothing. */
  readonly affects: "ranking" | "decisions" | "measures" | "nothing";
}

/** What reports say about the models of a learner. */
interface ReportTexts {
  /** What the training report opens with: the ranking, or the settings that were compared. */
  readonly opensWith: "ranking" | "settings";
  /**
   * What the certificate covers, if training is not one convex problem. Completes "The proof
   * covers".
   */
  readonly certificate?: string;
  /** Why a model has no bound by Theorem 1 of the PU-SKC paper. Completes "because". */
  readonly noBound: string;
  /** Why no grid was searched, as a sentence, for a learner that never searches one. */
  readonly noGrid?: string;
}

/** How experiments run a learner. */
interface ExperimentSettings {
  /** The option that an experiment's limit on kernel centres sets. */
  readonly centres?: string;
  /** The paper's setting first. */
  readonly settings: readonly ExperimentSetting[];
}

export interface ExperimentSetting {
  /** What follows the learner's name and a colon; empty for the paper's setting. */
  readonly name: string;
  /** What follows the learner's label and a comma; empty for the paper's setting. */
  readonly title: string;
  /** What the setting is, in one clause. */
  readonly help: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether experiments run it only if it is named, because it is a variant of another setting. */
  readonly onlyIfNamed?: true;
  /** Whether the paper's own estimator of the prior works here: it needs the raw kernel. */
  readonly printedPrior?: true;
}

/** An entry of the registry. */
export interface LearnerEntry {
  readonly description: LearnerDescription;
  /**
   * The learner with these options. Throws an InputError that names an option that does not fit.
   */
  create(options: Record<string, unknown>): Learner;
  /** Loads its unit of work, which has the learner's name. */
  readonly work?: () => Promise<Work>;
}

/** Trains with checked options; `given` are the options as the caller wrote them. */
export type Train<Options> = (
  bags: BagSet,
  options: Options,
  given: Record<string, unknown>,
  context: FitContext,
) => Promise<Model>;

/**
 * A learner that loads its training code when it first fits, so that a page that only scores never
 * loads it. What `fitFramed` does for every learner is done for it too. The given options are copied: a model freezes its card, and must not freeze what
 * belongs to the caller.
 */
export function learnerOf<Options>(
  name: string,
  {
    given,
    options,
    load,
    blocks = false,
  }: {
    given: object;
    options: Options;
    load: () => Promise<Train<Options>>;
    /** Whether it uses blocks of sparse features. Default false. */
    blocks?: boolean;
  },
): Learner {
  const copy = structuredClone({ ...given });
  return {
    name,
    async fit(bags, context = {}) {
      const [train, { fitFramed }] = await Promise.all([load(), import("./shared/fit-framed.js")]);
      return fitFramed(bags, (usable) => train(usable, options, structuredClone(copy), context), {
        name,
        blocks,
        shared: context.shared,
      });
    },
  };
}
