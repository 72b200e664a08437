import type { OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options of the instance SVM, all optional. */
export interface InstanceSvmOptions extends OptionsOf<typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "instance-svm",
  label: "instance SVM",
  title: "SVM on instances that have the label of their bag",
  help: "Takes every instance of a positive bag for positive. A bag gets the score of its highest instance. The naive baseline, one convex problem with a certificate.",
  when: "Use it as the baseline that other methods of instances have to beat, or if most instances of positive bags are positive.",
  paper: "Cortes and Vapnik (1995), Support-vector networks, Machine Learning 20",
  own: {},
  settings: [{ name: "", title: "", help: "every instance has the label of its bag", options: {} }],
  load: async () => (await import("./solve.js")).instanceSvmSolving,
});

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
  return method.create(options);
}

/** The instance SVM in the registry of learners. */
export const instanceSvmEntry = method.entry;
