import { InputError, quote } from "../../base/errors.js";
import type { DataSetInfo } from "../data/data-sets.js";

/** What a method is told besides the bags. */
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
 * The paper's method is given a prior that is true, or the name of an estimator; eta is that of the
 * data set where the estimator has one.
 */
function paperPrior({ priorEstimate, truePrior, dataset }: MethodContext): Record<string, unknown> {
  if (priorEstimate === "true") return { prior: truePrior };
  return priorEstimate === "as-printed" ? { prior: priorEstimate, eta: dataset.eta } : { prior: priorEstimate };
}

/**
 * As above, but instead of the printed formula the learner's own choice of an estimator: that
 * formula depends on the raw kernel's values, and on the normalised kernel of the default setting
 * it says nothing.
 */
function ownPrior(context: MethodContext): Record<string, unknown> {
  return context.priorEstimate === "as-printed" ? {} : paperPrior(context);
}

/** Nobody looks at the intervals of a trial, and they take longer than the training. */
const NO_INTERVALS = { bootstrap: 0 } as const;

function paperKernel(context: MethodContext): Record<string, unknown> {
  const { seed } = context;
  return { kernel: "minimax-polynomial", scaling: "none", ...paperPrior(context), ...NO_INTERVALS, seed };
}

function capped(centres: number | null): Record<string, unknown> {
  return centres === null ? {} : { centres };
}

/** The points of puMIL's density are its kernel centres. */
function cappedDensity(centres: number | null): Record<string, unknown> {
  return centres === null ? {} : { densityPoints: centres };
}

/**
 * All methods that an experiment can run, the settings of the paper first. The order is that of
 * tables.
 */
export const METHODS: readonly MethodInfo[] = [
  {
    name: "pu-skc",
    title: "PU-SKC",
    learner: "pu-skc",
    column: "pu-skc",
    help: "the paper's setting: the raw minimax polynomial kernel, degree and lambda by 5-fold cross-validation over the paper's grid",
    options: (context) => ({ ...paperKernel(context), degree: [1, 2, 3], lambda: [1, 1e-3, 1e-6], folds: 5 }),
  },
  {
    name: "pu-skc:given",
    title: "PU-SKC, given setting",
    learner: "pu-skc",
    column: "pu-skc",
    help: "the paper's setting with degree 1 and lambda 1 given, as its figure of execution times has it",
    options: (context) => ({ ...paperKernel(context), degree: 1, lambda: 1 }),
  },
  {
    name: "pu-skc:default",
    title: "PU-SKC, default",
    learner: "pu-skc",
    column: "pu-skc",
    help: "the default setting: scaled features and a normalised kernel; for as-printed, the default estimator of the prior",
    options: (context) => ({ ...ownPrior(context), ...NO_INTERVALS, seed: context.seed }),
  },
  {
    name: "lsdd",
    title: "LSDD",
    learner: "lsdd",
    column: "lsdd",
    help: "the paper's setting: its narrow widths, by 5-fold cross-validation",
    options: ({ centres, seed }) => ({ setting: "paper", ...capped(centres), seed }),
  },
  {
    name: "lsdd:default",
    title: "LSDD, default",
    learner: "lsdd",
    column: "lsdd",
    help: "the default setting: widths around the median distance",
    options: ({ centres, seed }) => ({ ...capped(centres), seed }),
  },
  {
    name: "dsdd",
    title: "DSDD",
    learner: "dsdd",
    column: "dsdd",
    help: "the paper's setting, as its program has it",
    options: ({ centres, seed }) => ({ setting: "paper", ...capped(centres), seed }),
  },
  {
    name: "dsdd:default",
    title: "DSDD, default",
    learner: "dsdd",
    column: "dsdd",
    help: "the default setting: widths around the median distance",
    options: ({ centres, seed }) => ({ ...capped(centres), seed }),
  },
  {
    name: "pu-mil",
    title: "puMIL",
    learner: "pu-mil",
    column: "pu-mil",
    help: "the paper's setting: the text of its appendix B, with at most 200 points in its density",
    options: ({ centres, seed }) => ({ setting: "paper", ...cappedDensity(centres), seed }),
  },
  {
    name: "pu-mil:1-epoch",
    title: "puMIL, 1 epoch",
    learner: "pu-mil",
    column: "pu-mil",
    help: "the text of appendix B, stopped after one epoch",
    options: ({ centres, seed }) => ({ setting: "paper", epochs: 1, ...cappedDensity(centres), seed }),
  },
  {
    name: "pu-mil:program",
    title: "puMIL, as programmed",
    learner: "pu-mil",
    column: "pu-mil",
    help: "what the authors' program computes: its F-measure is always 0, so the first random confidence vector wins",
    options: ({ centres, seed }) => ({
      setting: "paper",
      epochs: 1,
      fitness: "as-programmed",
      ...cappedDensity(centres),
      seed,
    }),
  },
  {
    name: "pu-mil:default",
    title: "puMIL, default",
    learner: "pu-mil",
    column: "pu-mil",
    help: "the default setting",
    options: ({ centres, seed }) => ({ ...cappedDensity(centres), seed }),
  },
];

/** The method of this name; an InputError that lists them when there is none. */
export function methodByName(name: string): MethodInfo {
  const method = METHODS.find((each) => each.name === name);
  if (method !== undefined) return method;
  throw new InputError({
    code: "method",
    message: `there is no method ${quote(name)}`,
    remedy: `Choose among ${METHODS.map((each) => each.name).join(", ")}.`,
  });
}
