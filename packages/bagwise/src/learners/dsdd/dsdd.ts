import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedDsddOptions, DSDD_OPTIONS, type DsddOptions } from "./options.js";

/**
 * DSDD, direct estimation of the sign of a density difference (du Plessis, Niu and Sugiyama, 2013),
 * as a baseline of the paper: instances of positive bags against instances of unlabeled ones, ramp
 * loss on both, Gaussian kernels, solved by the concave-convex procedure. A bag has the score of
 * its highest instance, so large bags are called positive more often than small ones.
 *
 * `default`: widths from the median distance, width and lambda chosen by the held-out ramp loss.
 * `paper`: width and lambda 0.01 as in the authors' program; so narrow a kernel only recognises
 * near-duplicates of training instances, and a bag far from all of them has the score 0, hence is
 * called positive.
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
    title: "DSDD, the direct sign of a density difference of instances",
    help: "Compares the instances of positive bags with those of unlabeled ones; a bag scores what its highest instance scores. A baseline of the paper.",
    needs: ["positive", "unlabeled"],
    options: optionList(DSDD_OPTIONS),
  },
  create: (options) => dsdd(options as DsddOptions),
};
