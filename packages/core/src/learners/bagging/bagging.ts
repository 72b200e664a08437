import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { BAGGING_OPTIONS, type BaggingOptions, checkedBaggingOptions } from "./options.js";

/**
 * PU bagging (Mordelet and Vert 2014) on bags: many decision trees, or linear SVMs, each trained on the
 * labelled positive bags against as many unlabeled bags drawn at random. A bag gets the mean of their
 * votes. One that is drawn by chance and positive spoils a few of them, not all.
 *
 * Trees look at the minimum, maximum and mean of each feature in a bag, or at single instances, of which
 * those of a bag share its weight. Each round leaves out a fifth of the bags, with their groups and
 * copies, so that every training bag has held-out votes at no further cost. These tell the prior and the
 * decision as they do for `auto`: the score is the log-odds of being positive.
 *
 * Known negatives join the unlabeled bags with the weight of `usualNegativeWeight`. Without unlabeled
 * bags it is an ordinary forest, and the labels of held-out bags tell where to decide. If nothing can be
 * held out, bags are ranked, and each gets the log-odds of the prior. Costs O(rounds x bags x square root
 * of the features x depth) for trees. Above 50,000 bags a sample of them is trained on.
 *
 * @example
 * const model = await bagging({ prior: 0.3 }).fit(bags);
 */
export function bagging(options: BaggingOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainBagging;
  return learnerOf("bagging", { given: options, options: checkedBaggingOptions(options), load });
}

/** PU bagging in the registry of learners. */
export const baggingEntry: LearnerEntry = {
  description: {
    name: "bagging",
    label: "PU bagging",
    title: "PU bagging: many randomised trees, or linear SVMs, against random unlabeled bags",
    help: "Averages many decision trees on summaries of bags, each grown on the positive bags against as many random unlabeled ones. Scores of instances and linear SVMs are options.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive"],
    when: "Use it if few of many features matter, if features have very different units, or to check the ranking of auto with another method.",
    cost: "Time grows with the trees times the bags times the square root of the number of features; above 50,000 bags a sample of them is trained on.",
    paper:
      "Mordelet and Vert (2014), A bagging SVM to learn from positive and unlabeled examples, Pattern Recognition Letters 37; the trees are those of Geurts, Ernst and Wehenkel (2006), Extremely randomized trees, Machine Learning 63",
    options: optionList(BAGGING_OPTIONS),
    prior: { takes: ["number", "range"], estimates: true, affects: "decisions" },
    holdsOut: true,
    parallel: true,
    scoresInstances: false,
    dumpsProblem: false,
    report: {
      opensWith: "ranking",
      certificate: "the machines of the base svm, each on its own draw; trees are grown without a proof",
      noBound: "it is about the PU risk of one convex problem, and this learner averages many classifiers",
      noGrid: "PU bagging searches no grid. It averages many classifiers, each on a draw of its own.",
    },
    experiment: {
      settings: [
        {
          name: "",
          title: "",
          help: "the default setting: trees with random splits on summaries of bags",
          options: {},
        },
        {
          name: "instances",
          title: "instances",
          help: "trees on instances, and their mean over the bag",
          options: { on: "instances" },
        },
        { name: "svm", title: "SVM", help: "linear SVMs on summaries of bags", options: { base: "svm" } },
      ],
    },
  },
  create: (options) => bagging(options as BaggingOptions),
  work: async () => (await import("./rounds.js")).BAGGING_WORK,
};
