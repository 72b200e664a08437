import { numbers, type OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options that the other methods do not have. */
const OWN = {
  /** A bag of n instances has a share of n highest ones, rounded, at least one. */
  share: numbers({
    default: [0.25, 0.5, 0.1, 1],
    range: { min: 0, max: 1, above: true },
    help: "shares of the instances of a bag to choose from, whose mean is its score; 1 for all instances",
  }),
};

/** Options of the soft-bag SVM, all optional. */
export interface SoftBagSvmOptions extends OptionsOf<typeof OWN & typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "soft-bag-svm",
  label: "soft-bag SVM",
  title: "soft-bag SVM, an SVM on the mean of the top instances of a bag",
  help: "The score of a bag is the mean of its highest instances, a share of the bag that is chosen on held-out bags.",
  when: "Use it if negative bags are known, and they too may have a few instances that look positive.",
  paper: "Li and Vasconcelos (2015), Multiple instance learning for soft bags via top instances, CVPR",
  own: OWN,
  certificate:
    "the last of its convex problems, in which the top instances of positive bags are fixed. Whether others have a lower objective is not proven",
  settings: [
    { name: "", title: "", help: "the mean of the top instances, their share by cross-validation", options: {} },
  ],
  load: async () => (await import("./solve.js")).softBagSvmSolving,
});

/**
 * The soft-bag SVM (Li and Vasconcelos 2015): the score of a bag is the mean of its k highest instances,
 * k a share of the bag, so that no bag depends on one instance alone:
 *
 *     min  |f|^2 / 2 + C sum over positive bags of w_i (1 - mean of top k f(x_ij))_+
 *                    + C sum over others of w_i / k sum_j (1 + f(x_ij))_+ .
 *
 * The loss of the other bags bounds the hinge of their score from above. Alternates between f, a convex
 * problem, and the top instances of positive bags; each step lowers the objective. It ends in a local
 * optimum, from the start in which the mean of all its instances represents each positive bag. Width,
 * C and the share are chosen by cross-validation.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await softBagSvm({ share: [0.2] }).fit(bags);
 */
export function softBagSvm(options: SoftBagSvmOptions = {}): Learner {
  return method.create(options);
}

/** The soft-bag SVM in the registry of learners. */
export const softBagSvmEntry = method.entry;
