import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedMiSvmOptions, MI_SVM_OPTIONS, type MiSvmOptions } from "./options.js";

/**
 * mi-SVM (Andrews, Tsochantaridis and Hofmann 2002): the labels s_ij of the instances of positive bags
 * are unknown, but at least one of each bag is positive:
 *
 *     min over s and f  |f|^2 / 2 + C sum_i w_i sum_j (1 - s_ij f(x_ij))_+ ,
 *
 * with s = -1 in all other bags. Alternates between f, a convex problem, and the best labels; each step
 * lowers the objective. It ends in a local optimum, from the start in which every instance has the
 * label of its bag. A bag gets the score of its highest instance.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await miSvm().fit(bags);
 */
export function miSvm(options: MiSvmOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainMiSvm;
  return learnerOf("mi-svm", { given: options, options: checkedMiSvmOptions(options), load });
}

/** The mi-SVM in the registry of learners. */
export const miSvmEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "mi-svm",
    label: "mi-SVM",
    title: "mi-SVM, an SVM that finds the labels of instances",
    help: "Labels the instances of positive bags, at least one of each positive, and trains an SVM on them, in turn. A bag gets the score of its highest instance.",
    when: "Use it if negative bags are known, and you want to know which instances of a positive bag are positive.",
    cost: INSTANCE_MACHINE_COST,
    paper:
      "Andrews, Tsochantaridis and Hofmann (2002), Support vector machines for multiple-instance learning, NIPS 15",
    options: optionList(MI_SVM_OPTIONS),
    report: {
      ...MACHINE_REPORT,
      certificate:
        "the last of its convex problems, in which the labels of the instances are fixed. Whether other labels have a lower objective is not proven",
    },
    experiment: {
      settings: [{ name: "", title: "", help: "labels of instances, from those of their bags", options: {} }],
    },
  },
  create: (options) => miSvm(options as MiSvmOptions),
};
