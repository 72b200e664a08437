import { choice, type OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options that the other methods do not have. */
const OWN = {
  /** sMIL is trained on means, but what makes a bag positive is one instance. */
  pooling: choice({
    choices: ["max", "mean"],
    default: "max",
    help: "what a bag gets the score of: its highest instance (max), or the mean of its instances, as in training (mean)",
  }),
};

/** Options of sMIL, all optional. */
export interface SmilOptions extends OptionsOf<typeof OWN & typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "smil",
  label: "sMIL",
  title: "sMIL, a convex SVM for positive bags with few positive instances",
  help: "Asks of the mean of a positive bag no more than one positive instance gives it, and of every instance of another bag to be negative. One convex problem. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, and few of the instances of a positive bag are positive.",
  paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
  own: OWN,
  settings: [
    { name: "", title: "", help: "the mean of a bag reaches what one positive instance gives it", options: {} },
  ],
  load: async () => (await import("./solve.js")).smilSolving,
});

/**
 * sMIL (Bunescu and Mooney 2007): if one of the n instances of a positive bag is positive, the mean of
 * their values is at least (1 - (n - 1)) / n = 2 / n - 1, and no more is asked of it:
 *
 *     min  |f|^2 / 2 + C sum over positive bags of w_i (2 / n_i - 1 - mean_j f(x_ij))_+
 *                    + C' sum over instances of all others of (1 + f(x))_+ .
 *
 * C' shares the weight of the other bags evenly among their instances. One convex problem, solved with
 * a proof. A bag gets the score of its highest instance, or with `pooling: "mean"` that of the mean.
 * Width, C and the bias are chosen by cross-validation.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await smil().fit(bags);
 */
export function smil(options: SmilOptions = {}): Learner {
  return method.create(options);
}

/** SMIL in the registry of learners. */
export const smilEntry = method.entry;
