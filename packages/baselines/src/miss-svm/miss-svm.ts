import type { OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options of the MissSVM, all optional. */
export interface MissSvmOptions extends OptionsOf<typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "miss-svm",
  label: "MissSVM",
  title: "MissSVM, a semi-supervised SVM on instances",
  help: "Takes the instances of positive bags for unlabeled, at least one of each positive, and looks for a gap between instances. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, and positive and negative instances lie in clusters apart.",
  paper: "Zhou and Xu (2007), On the relation between multi-instance learning and semi-supervised learning, ICML",
  own: {},
  certificate:
    "the last of its convex problems, in which the witnesses and the sides of unlabeled instances are fixed. Whether others have a lower objective is not proven",
  settings: [{ name: "", title: "", help: "witnesses and sides of instances, from the labels of bags", options: {} }],
  load: async () => (await import("./solve.js")).missSvmSolving,
});

/**
 * MissSVM (Zhou and Xu 2007): the highest instance h of each positive bag is positive, and its other
 * instances are unlabeled, as in semi-supervised learning:
 *
 *     min  |f|^2 / 2 + C sum over positive bags of w_i [(1 - f(x_ih))_+ + 1 / n_i sum over j not h of (1 - |f(x_ij)|)_+]
 *                    + C sum over others of w_i sum_j (1 + f(x_ij))_+ .
 *
 * The concave-convex procedure replaces the maximum and the absolute value by the witness and the sign
 * of the last step; each step lowers the objective. It ends in a local optimum.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await missSvm().fit(bags);
 */
export function missSvm(options: MissSvmOptions = {}): Learner {
  return method.create(options);
}

/** The MissSVM in the registry of learners. */
export const missSvmEntry = method.entry;
