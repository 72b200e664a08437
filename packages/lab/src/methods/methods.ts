import { type ExperimentSetting, type LearnerDescription, learnerByName } from "@bagwise/core/learners";
import type { DataSetInfo } from "../datasets/data-sets.js";
import { byName } from "../options/check-options.js";

/** What a method knows besides the bags. */
export interface MethodContext {
  readonly dataset: Pick<DataSetInfo, "eta">;
  /** The true prior, for `priorEstimate: "true"`. */
  readonly truePrior: number;
  readonly priorEstimate: string;
  /** Null for the method's own. */
  readonly centres: number | null;
  readonly seed: number;
}

/** The columns of the paper's table, in its order. */
export const COLUMNS = ["pu-skc", "lsdd", "dsdd", "pu-mil"] as const;
export type Column = (typeof COLUMNS)[number];

/** A learner with the options of an experiment. */
export interface MethodInfo {
  /** What `--methods` takes. */
  readonly name: string;
  readonly title: string;
  /** The learner of the registry. */
  readonly learner: string;
  /** The column of the paper's table that it is compared with. */
  readonly column: Column;
  /** One sentence: what setting this is. */
  readonly help: string;
  options(context: MethodContext): Record<string, unknown>;
}

/**
 * All methods of the experiments, as their learners describe them, in the order of tables: for each
 * column of the paper's table the paper's setting, then the others.
 */
export const METHODS: readonly MethodInfo[] = COLUMNS.flatMap((column) => {
  const { description } = learnerByName(column);
  return namedSettings(description).map(({ setting, ...named }) => ({
    ...named,
    learner: column,
    column,
    options: (context) => ({
      ...setting.options,
      ...(decidesByPrior(description) && priorOptions(setting, context)),
      ...limited(description, context),
      ...withoutIntervals(description),
      seed: context.seed,
    }),
  }));
});

/** The settings in which experiments run a learner, each as a method: `ki-svm:bag`. */
export function namedSettings({ name, label, experiment }: LearnerDescription) {
  return (experiment?.settings ?? []).map((setting) => ({
    name: [name, setting.name].filter(Boolean).join(":"),
    title: [label, setting.title].filter(Boolean).join(", "),
    help: setting.help,
    setting,
  }));
}

/**
 * Whether a learner uses a prior for its decisions. Some only need one for their measures. One that
 * estimates none runs without, as its authors ran it.
 */
export function decidesByPrior({ prior }: LearnerDescription): boolean {
  return prior.estimates && (prior.affects === "ranking" || prior.affects === "decisions");
}

/** A trial does not use intervals, and they take longer than the training. */
export function withoutIntervals({ options }: LearnerDescription): Record<string, unknown> {
  return options.some(({ name }) => name === "bootstrap") ? { bootstrap: 0 } : {};
}

/**
 * Where the printed formula says nothing, because it depends on the values of the raw kernel, the
 * learner makes its own choice of an estimator.
 */
function priorOptions(
  { printedPrior }: ExperimentSetting,
  { priorEstimate, truePrior, dataset }: MethodContext,
): Record<string, unknown> {
  if (priorEstimate === "true") return { prior: truePrior };
  if (priorEstimate !== "as-printed") return { prior: priorEstimate };
  return printedPrior ? { prior: priorEstimate, eta: dataset.eta } : {};
}

function limited({ experiment }: LearnerDescription, { centres }: MethodContext): Record<string, unknown> {
  return experiment?.centres === undefined || centres === null ? {} : { [experiment.centres]: centres };
}

/** The method of this name; an InputError that lists them when there is none. */
export function methodByName(name: string): MethodInfo {
  return byName(METHODS, name, "method");
}
