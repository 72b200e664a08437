import { choice, type OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options that the other methods do not have. */
const OWN = {
  /** B-KI-SVM or I-KI-SVM. */
  slack: choice({
    choices: ["bag", "instance"],
    default: "bag",
    help: "whose error counts in a bag that is not positive: that of its worst instance (bag), or of every instance (instance)",
  }),
};

/** Options of KI-SVM, all optional. */
export interface KiSvmOptions extends OptionsOf<typeof OWN & typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "ki-svm",
  label: "KI-SVM",
  title: "KI-SVM, a convex relaxation of an SVM on key instances",
  help: "One key instance stands for each positive bag. Choices of key instances are generated one after the other, and weighed by a convex problem. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, one instance makes a bag positive, and you want to find it.",
  paper:
    "Li, Kwok, Tsang and Zhou (2009), A convex method for locating regions of interest with multi-instance learning, ECML PKDD",
  own: OWN,
  certificate:
    "the machine with the weights of the choices of key instances as they are. Whether the choices that were generated are enough is not proven",
  settings: [
    { name: "bag", title: "bags", help: "an error for each bag that is not positive (B-KI-SVM)", options: {} },
    {
      name: "instance",
      title: "instances",
      help: "an error for each instance of a bag that is not positive (I-KI-SVM)",
      options: { slack: "instance" },
    },
  ],
  load: async () => (await import("./solve.js")).kiSvmSolving,
});

/**
 * KI-SVM (Li, Kwok, Tsang and Zhou 2009): one key instance d_i stands for each positive bag,
 *
 *     min over d and f  |f|^2 / 2 + C / 2 sum over positive bags of w_i (1 - f(x_i,d_i))_+^2
 *                                 + C / 2 sum over others of w_i max_j (1 + f(x_ij))_+^2 ,
 *
 * or with `slack: "instance"` a loss for every instance of the others, with the weight of its bag.
 * Not the best d is sought, which is hard, but the best weights mu of all of them, a convex relaxation:
 * a machine with the kernel sum_d mu_d K_d. Cutting planes generate the few d that have a weight. A bag
 * gets the score of its highest instance. Width, C and the bias are chosen by cross-validation.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await kiSvm({ slack: "instance" }).fit(bags);
 */
export function kiSvm(options: KiSvmOptions = {}): Learner {
  return method.create(options);
}

/** KI-SVM in the registry of learners. */
export const kiSvmEntry = method.entry;
