import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedWitnessSvmOptions, WITNESS_SVM_OPTIONS, type WitnessSvmOptions } from "./options.js";

/**
 * MI-SVM (Andrews, Tsochantaridis and Hofmann 2002): a positive bag is represented by its witness, the
 * instance with the highest value, and every instance of other bags is negative:
 *
 *     min  |f|^2 / 2 + C sum over positive bags of w_i (1 - max_j f(x_ij))_+
 *                    + C sum over others of w_i sum_j (1 + f(x_ij))_+ .
 *
 * Alternates between f, a convex problem, and the witnesses; each step lowers the objective. It ends in
 * a local optimum, from the start in which the mean of its instances represents each positive bag.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await witnessSvm({ cost: [1, 10] }).fit(bags);
 */
export function witnessSvm(options: WitnessSvmOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainWitnessSvm;
  return learnerOf("witness-svm", { given: options, options: checkedWitnessSvmOptions(options), load });
}

/** The MI-SVM in the registry of learners. */
export const witnessSvmEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "witness-svm",
    label: "MI-SVM",
    title: "MI-SVM, an SVM on the witness of each positive bag",
    help: "Separates one instance of each positive bag, its witness, from all instances of the other bags, and chooses the witnesses anew, in turn.",
    when: "Use it if negative bags are known, and one instance makes a bag positive.",
    cost: INSTANCE_MACHINE_COST,
    paper:
      "Andrews, Tsochantaridis and Hofmann (2002), Support vector machines for multiple-instance learning, NIPS 15",
    options: optionList(WITNESS_SVM_OPTIONS),
    report: {
      ...MACHINE_REPORT,
      certificate:
        "the last of its convex problems, in which the witnesses are fixed. Whether other witnesses have a lower objective is not proven",
    },
    experiment: { settings: [{ name: "", title: "", help: "witnesses, from the means of bags", options: {} }] },
  },
  create: (options) => witnessSvm(options as WitnessSvmOptions),
};
