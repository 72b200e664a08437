import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedPuSkcOptions, PU_SKC_OPTIONS, type PuSkcOptions } from "./options.js";

/**
 * PU-SKC, the convex classifier for positive and unlabeled bags of the paper, with its losses,
 * penalties, kernels and centres as options.
 *
 * Degree and lambda are chosen by cross-validation on the PU risk, the prior is given or estimated
 * once, and the model carries the certificate of its own optimality. With a single positive bag
 * nothing can be held out: the first degree and lambda are taken, and there are no measures.
 *
 * Bags known to be negative are learned from where there are some (PNU learning, Sakai et al.
 * 2017), with a weight that is chosen by cross-validation, too. The prior stays that of the
 * unlabeled bags (single-set: of all). The counts of an audit stand in for a prior that is not
 * given.
 *
 * @example
 * const model = await puSkc({ prior: 0.3 }).fit(bags);
 */
export function puSkc(options: PuSkcOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainPuSkc;
  return learnerOf("pu-skc", { given: options, options: checkedPuSkcOptions(options), load });
}

/** PU-SKC in the registry of learners. */
export const puSkcEntry: LearnerEntry = {
  description: {
    name: "pu-skc",
    title: "PU-SKC, the convex set kernel classifier of the paper",
    help: "Solves one convex problem, certified, after choosing degree and lambda by cross-validation on positive and unlabeled bags.",
    needs: ["positive", "unlabeled"],
    options: optionList(PU_SKC_OPTIONS),
  },
  create: (options) => puSkc(options as PuSkcOptions),
};
