import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedStmilOptions, STMIL_OPTIONS, type StmilOptions } from "./options.js";

/**
 * stMIL (Bunescu and Mooney 2007): sMIL, and every instance of a positive bag should be clearly positive
 * or clearly negative, as in a transductive SVM:
 *
 *     min  the objective of sMIL + C'' sum over instances of positive bags of (1 - |f(x)|)_+ .
 *
 * C'' shares the weight of the positive bags evenly among their instances. The concave-convex procedure
 * replaces the absolute value by the side of the last step; each step lowers the objective. It ends in
 * a local optimum, from the sides of sMIL, with 0 where sMIL tells the training bags apart best. A bag
 * gets the score of its highest instance. Width, C and the bias are chosen by cross-validation.
 * If nothing can be held out, the first of each are taken. Unlabeled bags count as negative, see
 * `signedBags`.
 *
 * @example
 * const model = await stmil().fit(bags);
 */
export function stmil(options: StmilOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainStmil;
  return learnerOf("stmil", { given: options, options: checkedStmilOptions(options), load });
}

/** stMIL in the registry of learners. */
export const stmilEntry: LearnerEntry = {
  description: {
    ...INSTANCE_MACHINE,
    name: "stmil",
    label: "stMIL",
    title: "stMIL, sMIL with a gap between the instances of positive bags",
    help: "sMIL that in addition keeps the instances of positive bags away from the boundary, on either side. A bag gets the score of its highest instance.",
    when: "Use it if negative bags are known, few instances of a positive bag are positive, and both kinds of instances lie apart.",
    cost: INSTANCE_MACHINE_COST,
    paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
    options: optionList(STMIL_OPTIONS),
    report: {
      ...MACHINE_REPORT,
      certificate:
        "the last of its convex problems, in which the sides of the instances of positive bags are fixed. Whether other sides have a lower objective is not proven",
    },
    experiment: {
      settings: [{ name: "", title: "", help: "sides of instances, from those of sMIL", options: {} }],
    },
  },
  create: (options) => stmil(options as StmilOptions),
};
