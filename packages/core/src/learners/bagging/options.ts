import { choice, integer, number, type OptionsOf, type OptionValues, readOptions } from "../../base/option.js";
import { knowledgeOf } from "../../prior/belief/known-prior.js";
import { BELIEF_OPTIONS } from "../shared/belief-options.js";
import { bootstrap, LABELLED_HOW, NEGATIVES, SCENARIO, SEED } from "../shared/options.js";

/** Trees are cheap, and more of them make held-out scores less noisy; a machine takes longer. */
const USUAL_ROUNDS = { trees: 200, svm: 50 } as const;

/**
 * Hyper-parameters of PU bagging. Random splits did a little better than exact ones: a mean AUC of .723
 * and .718 on draws of positive and unlabeled bags from eight data sets, and an accuracy of 81.7 % and
 * 81.2 % in cross-validation on five. Of costs from 0.01 to 100, 10 did best on these five (78.3 %).
 */
export const BAGGING_OPTIONS = {
  base: choice({
    choices: ["trees", "svm"],
    default: "trees",
    help: "what is trained in each round: a decision tree (trees), or a linear SVM (svm)",
  }),
  on: choice({
    choices: ["bags", "instances"],
    default: "bags",
    help: "what each round looks at: the minimum, maximum and mean of each feature in a bag (bags), or single instances (instances), which then have scores, too",
  }),
  pooling: choice({
    choices: ["mean", "top", "max"],
    default: "mean",
    help: "for on instances: how a bag is scored from its instances, by their mean, by the mean of the highest (top), or by the highest (max)",
  }),
  share: number({
    default: 0.25,
    range: { min: 0, max: 1, above: true },
    help: "for the pooling top: the share of the instances of a bag that count",
  }),
  splits: choice({
    choices: ["random", "exact"],
    default: "random",
    help: "how a tree splits: at one random threshold for each feature that is tried (random, as in extremely randomised trees), or at the best of all (exact, as in random forests)",
  }),
  /** Null: the square root of the number of columns. */
  candidates: number({
    default: null,
    range: { min: 0, max: 1, above: true },
    help: "share of the summaries, or of the features, that are tried for each split; default the square root of their number",
  }),
  leaf: integer({
    default: 1,
    range: { min: 1, max: 1_000_000 },
    help: "least number of bags, or of instances, in a leaf of a tree",
  }),
  rounds: integer({
    default: null,
    range: { min: 1, max: 10_000 },
    help: `number of trees or machines; default ${USUAL_ROUNDS.trees} trees or ${USUAL_ROUNDS.svm} machines`,
  }),
  cost: number({
    default: 10,
    range: { min: 1e-9, max: 1e9 },
    help: "for the base svm: cost C of an error, against the smoothness of the machine",
  }),
  ...BELIEF_OPTIONS,
  labelledHow: LABELLED_HOW,
  scenario: SCENARIO,
  negatives: NEGATIVES,
  bootstrap: bootstrap("the measures (default 500)"),
  seed: SEED,
};

/** Options of PU bagging, all optional. */
export interface BaggingOptions extends OptionsOf<typeof BAGGING_OPTIONS> {}

/** The options with defaults filled in. */
export interface CheckedBaggingOptions extends Omit<OptionValues<typeof BAGGING_OPTIONS>, "rounds"> {
  readonly rounds: number;
}

/**
 * The options with defaults filled in. Throws an InputError for one that does not fit, and for two
 * that contradict each other.
 */
export function checkedBaggingOptions(options: BaggingOptions): CheckedBaggingOptions {
  const read = readOptions(BAGGING_OPTIONS, options);
  knowledgeOf(read);
  return { ...read, rounds: read.rounds ?? USUAL_ROUNDS[read.base] };
}
