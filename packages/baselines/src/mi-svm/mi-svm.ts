import type { OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options of the mi-SVM, all optional. */
export interface MiSvmOptions extends OptionsOf<typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "mi-svm",
  label: "mi-SVM",
  title: "mi-SVM, an SVM that finds the labels of instances",
  help: "Labels the instances of positive bags, at least one of each positive, and trains an SVM on them, in turn. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, and you want to know which instances of a positive bag are positive.",
  paper: "Andrews, Tsochantaridis and Hofmann (2002), Support vector machines for multiple-instance learning, NIPS 15",
  own: {},
  certificate:
    "the last of its convex problems, in which the labels of the instances are fixed. Whether other labels have a lower objective is not proven",
  settings: [{ name: "", title: "", help: "labels of instances, from those of their bags", options: {} }],
  load: async () => (await import("./solve.js")).miSvmSolving,
});

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
  return method.create(options);
}

/** The mi-SVM in the registry of learners. */
export const miSvmEntry = method.entry;
