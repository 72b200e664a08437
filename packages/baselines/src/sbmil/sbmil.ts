import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedSbmilOptions, SBMIL_OPTIONS, type SbmilOptions } from "./options.js";

/**
 * sbMIL (Bunescu and Mooney 2007), balanced sMIL: sMIL orders the instances of all positive bags; the
 * share eta of them with the highest values is labelled positive, at least as many as there are positive
 * bags, and all other instances negative; then
 *
 *     min  |f|^2 / 2 + C sum over instances of v (1 - s f(x))_+ ,
 *
 * where v shares the weight of a class evenly among the instances that have its label. Two convex
 * problems. A bag gets the score of its highest instance. Width, C, eta and the bias are chosen by
 * cross-validation.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await sbmil().fit(bags);
 */
export function sbmil(options: SbmilOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainSbmil;
  return learnerOf("sbmil", { given: options, options: checkedSbmilOptions(options), load });
}

/** sbMIL in the registry of learners. */
export const sbmilEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "sbmil",
    label: "sbMIL",
    title: "sbMIL, an SVM on instances that sMIL has labelled",
    help: "sMIL orders the instances of positive bags. A share of them, chosen on held-out bags, is labelled positive, and an SVM is trained on the labels. A bag gets the score of its highest instance.",
    when: "Use it if negative bags are known, and you do not know how many of the instances of a positive bag are positive.",
    cost: INSTANCE_MACHINE_COST,
    paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
    options: optionList(SBMIL_OPTIONS),
    report: {
      ...MACHINE_REPORT,
      certificate:
        "the second of its two convex problems, in which the labels of the instances are fixed. The first one, of `smil`, has an optimum too, but not that of both together",
    },
    experiment: {
      settings: [{ name: "", title: "", help: "labels from sMIL, their share by cross-validation", options: {} }],
    },
  },
  create: (options) => sbmil(options as SbmilOptions),
};
