import type { OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options of the MI-SVM, all optional. */
export interface WitnessSvmOptions extends OptionsOf<typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "witness-svm",
  label: "MI-SVM",
  title: "MI-SVM, an SVM on the witness of each positive bag",
  help: "Separates one instance of each positive bag, its witness, from all instances of the other bags, and chooses the witnesses anew, in turn.",
  when: "Use it if negative bags are known, and one instance makes a bag positive.",
  paper: "Andrews, Tsochantaridis and Hofmann (2002), Support vector machines for multiple-instance learning, NIPS 15",
  own: {},
  certificate:
    "the last of its convex problems, in which the witnesses are fixed. Whether other witnesses have a lower objective is not proven",
  settings: [{ name: "", title: "", help: "witnesses, from the means of bags", options: {} }],
  load: async () => (await import("./solve.js")).witnessSvmSolving,
});

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
  return method.create(options);
}

/** The MI-SVM in the registry of learners. */
export const witnessSvmEntry = method.entry;
