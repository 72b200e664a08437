import { PROTOCOLS } from "../draws/protocol.js";
import { type GridOptions, gridDefaults } from "../paper/grid.js";
import { METHODS } from "../paper/methods.js";
import type { ExperimentKind } from "../paper/trial.js";

const METHOD_LIST = `
Methods:${METHODS.map(({ name, help }) => `\n  ${name.padEnd(16)}${help}`).join("")}`;

const CONTINUING = `
Every finished trial is kept at once: after Ctrl-C, a crash or kill -9 the same command continues. The results are the same
whatever the number of workers. More trials, methods, priors or data sets may be asked for later; what is there is not repeated.`;

interface KindText {
  readonly summary: string;
  readonly labeled: string;
  /** Behind the default numbers of labelled bags. */
  readonly cut: string;
  readonly workers: string;
  readonly examples: string;
}

const KINDS: Readonly<Record<ExperimentKind, KindText>> = {
  paper: {
    summary: "the paper's table: accuracy by data set, prior and method",
    labeled: "labelled positive bags",
    cut: "",
    workers: "one for each core",
    examples: `
Examples:
  $ bagwise experiment paper --methods pu-skc                       PU-SKC alone: some minutes
  $ bagwise experiment paper --data data --workers 2                all of it: hours
  $ bagwise experiment paper --datasets musk1,fox --priors 0.1,0.7 --trials 5 --methods pu-skc --out quick
  $ bagwise experiment paper --methods pu-skc --protocol paper,leak-free --out leak
  $ bagwise experiment paper --methods pu-skc --prior-estimate true --out true-prior
  $ bagwise experiment paper --methods pu-skc --also experiment-labels,experiment-time    all figures in one report`,
  },
  labels: {
    summary: `the paper's figure: accuracy by number of labelled bags, at prior ${gridDefaults("labels").priors.join(",")}`,
    labeled: "numbers of labelled positive bags",
    cut: ", as far as a data set has them",
    workers: "one for each core",
    examples: `
Examples:
  $ bagwise experiment labels
  $ bagwise experiment labels --datasets elephant --labeled 20,60,100 --trials 5 --out sweep`,
  },
  time: {
    summary: `the paper's figure: seconds of one training by method, at prior ${gridDefaults("time").priors.join(",")}`,
    labeled: "labelled positive bags",
    cut: "",
    workers: "1: trainings do not disturb each other",
    examples: `
Examples:
  $ bagwise experiment time
  $ bagwise experiment time --datasets elephant --methods pu-skc,lsdd --trials 3 --out quick-time`,
  },
};

/** One line on a kind of experiment. */
export function kindSummary(kind: ExperimentKind): string {
  return KINDS[kind].summary;
}

/**
 * The texts of the flags that have a default, by the names of the options; the defaults are those
 * with which the library runs.
 */
export function flagTexts(kind: ExperimentKind): Readonly<Record<keyof GridOptions | "workers", string>> {
  const { labeled, cut, workers } = KINDS[kind];
  const defaults = gridDefaults(kind);
  return {
    datasets: `some of ${defaults.datasets.join(",")} (default: all)`,
    methods: `methods, see below (default: ${defaults.methods.join(",")})`,
    priors: `shares of positives (default: ${defaults.priors.join(",")})`,
    trials: `trials of each setting (default: ${defaults.trials})`,
    labeled: `${labeled} (default: ${[defaults.labeled].flat().join(",")}${cut})`,
    unlabeled: `unlabeled bags for training (default: ${defaults.unlabeled})`,
    test: `test bags (default: ${defaults.test})`,
    protocols: `${PROTOCOLS.join(", ")}, or both with a comma between (default: ${defaults.protocols.join(",")})`,
    noise: `the noise of copied bags (default: ${defaults.noise})`,
    priorEstimate: `what methods are told of the prior (default: ${defaults.priorEstimate})`,
    centres: `the most kernel centres of methods on instances (default: ${defaults.centres ?? "each method's own"})`,
    workers: `threads; the results are the same (default: ${workers})`,
    seed: `the seed of all randomness (default: ${defaults.seed})`,
  };
}

/** What follows the list of flags in the help of a kind. */
export function kindHelp(kind: ExperimentKind): string {
  return `${METHOD_LIST}\n${KINDS[kind].examples}\n${CONTINUING}`;
}

/** What follows the list of kinds in the help of `experiment`. */
export const EXPERIMENT_HELP = `${KINDS.paper.examples}\n${CONTINUING}\n\nEach has flags of its own: bagwise experiment paper --help.`;
