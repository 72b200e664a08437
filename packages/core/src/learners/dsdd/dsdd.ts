import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedDsddOptions, DSDD_OPTIONS, type DsddOptions } from "./options.js";

/**
 * DSDD, direct estimation of the sign of a density difference (du Plessis, Niu and Sugiyama, 2013),
 * a baseline of the paper. It separates instances of positive bags from instances of unlabeled
 * ones, with the ramp loss on both and Gaussian kernels, by the concave-convex procedure. A bag
 * gets the score of its highest instance, so large bags are called positive more often than small
 * ones.
 *
 * `default`: widths from the median distance; width and lambda chosen by the held-out ramp loss. Held-out scores
 * are made with what other folds chose.
 * `paper`: width and lambda are 0.01, as in the authors' program. So narrow a kernel only
 * recognises near-duplicates of training instances. A bag far from all of them scores 0, which the
 * experiment of the paper counts as positive; the model itself calls it negative (`instanceModel`).
 * If nothing can be held out, the first width and lambda are taken.
 *
 * @example
 * const model = await dsdd().fit(bags);
 */
export function dsdd(options: DsddOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainDsdd;
  return learnerOf("dsdd", { given: options, options: checkedDsddOptions(options), load });
}

/** DSDD in the registry of learners. */
export const dsddEntry: LearnerEntry = {
  description: {
    name: "dsdd",
    label: "DSDD",
    title: "DSDD, the direct sign of a density difference of instances",
    help: "Compares the instances of positive bags with those of unlabeled ones. A bag gets the score of its highest instance. A baseline of the paper.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it as a baseline beside `lsdd`, on few instances: with many, it takes much longer.",
    cost: "Time grows with the instances times the square of the kernel centres, at most 200 by default, for up to eleven convex problems at every width and lambda that is compared, for each fold and each pair of folds.",
    paper:
      "du Plessis, Niu and Sugiyama (2013), Clustering unclustered data: unsupervised binary labeling of two datasets having different class balances, TAAI",
    options: optionList(DSDD_OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "decisions" },
    holdsOut: true,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: {
      opensWith: "settings",
      certificate:
        "the last of its convex problems, each of which replaces the concave part of the loss by a line. Whether the whole loss has a better minimum elsewhere is not proven",
      noBound: "it is about a classifier of bags, and this learner decides by a density difference of instances",
    },
    experiment: {
      centres: "centres",
      settings: [
        { name: "", title: "", help: "the paper's setting, as in its program", options: { setting: "paper" } },
        {
          name: "default",
          title: "default",
          help: "the default setting: widths around the median distance",
          options: {},
        },
      ],
    },
  },
  create: (options) => dsdd(options as DsddOptions),
};
