import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedPuSkcOptions, PU_SKC_OPTIONS, type PuSkcOptions } from "./options.js";

/**
 * PU-SKC, the paper's convex classifier for positive and unlabeled bags. Its losses, penalties,
 * kernels and centres are options.
 *
 * Degree and lambda are chosen by cross-validation on the PU risk. The prior is given, or estimated
 * once. The model carries a certificate of its own optimality. With a single positive bag nothing
 * can be held out: the first degree and lambda are taken, and there are no measures.
 *
 * Known negatives are used if there are any (PNU learning, Sakai et al. 2017), with a weight that
 * is also chosen by cross-validation. The prior stays that of the unlabeled bags (single-set: of
 * all bags). The counts of an audit replace a prior that is not given.
 *
 * @example
 * const model = await puSkc({ prior: 0.3 }).fit(bags);
 */
export function puSkc(options: PuSkcOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainPuSkc;
  return learnerOf("pu-skc", { given: options, options: checkedPuSkcOptions(options), load });
}

const PAPER_KERNEL = { kernel: "minimax-polynomial", scaling: "none" } as const;

/** PU-SKC in the registry of learners. */
export const puSkcEntry: LearnerEntry = {
  description: {
    name: "pu-skc",
    label: "PU-SKC",
    title: "PU-SKC, the convex set kernel classifier of the paper",
    help: "Chooses degree and lambda by cross-validation on positive and unlabeled bags, then solves one convex problem with a certificate.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it to repeat the paper, or to choose the kernel, the loss and the penalty yourself.",
    cost: "Up to 1,000 bags, time grows with the cube of their number for every degree and fold that is compared, and memory with its square; above that, with landmarks, both grow in proportion to it.",
    paper:
      "Bao, Sakai, Sato and Sugiyama (2018), Convex formulation of multiple instance learning from positive and unlabeled bags, Neural Networks 105",
    options: optionList(PU_SKC_OPTIONS),
    prior: { takes: ["number", "estimator"], estimates: true, affects: "ranking" },
    holdsOut: true,
    parallel: true,
    scoresInstances: false,
    dumpsProblem: true,
    report: {
      opensWith: "settings",
      noBound: "it is about the risk from positive and unlabeled bags, and this training also used known negatives",
    },
    experiment: {
      settings: [
        {
          name: "",
          title: "",
          help: "the paper's setting: the raw minimax polynomial kernel, degree and lambda by 5-fold cross-validation over the paper's grid",
          options: { ...PAPER_KERNEL, degree: [1, 2, 3], lambda: [1, 1e-3, 1e-6], folds: 5 },
          printedPrior: true,
        },
        {
          name: "given",
          title: "given setting",
          help: "the paper's setting with degree 1 and lambda 1 given, as in its figure of execution times",
          options: { ...PAPER_KERNEL, degree: 1, lambda: 1 },
          printedPrior: true,
        },
        {
          name: "default",
          title: "default",
          help: "the default setting: scaled features and a normalised kernel; instead of as-printed, the default estimator of the prior",
          options: {},
        },
      ],
    },
  },
  create: (options) => puSkc(options as PuSkcOptions),
  work: async () => (await import("./fit.js")).PU_SKC_WORK,
};
