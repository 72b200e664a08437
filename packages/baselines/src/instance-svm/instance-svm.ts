import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedInstanceSvmOptions, INSTANCE_SVM_OPTIONS, type InstanceSvmOptions } from "./options.js";

/**
 * The support vector machine on instances, each with the label of its bag: the naive baseline. With a
 * kernel of instances, f(x) = sum_i alpha_i k(x_i, x) + beta and
 *
 *     min  |f|^2 / 2 + C sum_i w_i / n_i sum_j (1 - y_i f(x_ij))_+ ,
 *
 * where bag i has n_i instances, which share its cost. A bag gets the score of its highest instance.
 * One convex problem, solved with a proof. Width and C are chosen by cross-validation of bags.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await instanceSvm({ kernel: "linear" }).fit(bags);
 */
export function instanceSvm(options: InstanceSvmOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainInstanceSvm;
  return learnerOf("instance-svm", { given: options, options: checkedInstanceSvmOptions(options), load });
}

/** The instance SVM in the registry of learners. */
export const instanceSvmEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "instance-svm",
    label: "instance SVM",
    title: "SVM on instances that have the label of their bag",
    help: "Takes every instance of a positive bag for positive. A bag gets the score of its highest instance. The naive baseline, one convex problem with a certificate.",
    when: "Use it as the baseline that other methods of instances have to beat, or if most instances of positive bags are positive.",
    cost: INSTANCE_MACHINE_COST,
    paper: "Cortes and Vapnik (1995), Support-vector networks, Machine Learning 20",
    options: optionList(INSTANCE_SVM_OPTIONS),
    report: MACHINE_REPORT,
    experiment: { settings: [{ name: "", title: "", help: "every instance has the label of its bag", options: {} }] },
  },
  create: (options) => instanceSvm(options as InstanceSvmOptions),
};
