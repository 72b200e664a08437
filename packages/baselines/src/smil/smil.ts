import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedSmilOptions, SMIL_OPTIONS, type SmilOptions } from "./options.js";

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
  const load = async () => (await import("./train.js")).trainSmil;
  return learnerOf("smil", { given: options, options: checkedSmilOptions(options), load });
}

/** sMIL in the registry of learners. */
export const smilEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "smil",
    label: "sMIL",
    title: "sMIL, a convex SVM for positive bags with few positive instances",
    help: "Asks of the mean of a positive bag no more than one positive instance gives it, and of every instance of another bag to be negative. One convex problem. A bag gets the score of its highest instance.",
    when: "Use it if negative bags are known, and few of the instances of a positive bag are positive.",
    cost: INSTANCE_MACHINE_COST,
    paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
    options: optionList(SMIL_OPTIONS),
    report: MACHINE_REPORT,
    experiment: {
      settings: [
        { name: "", title: "", help: "the mean of a bag reaches what one positive instance gives it", options: {} },
      ],
    },
  },
  create: (options) => smil(options as SmilOptions),
};
