import type { OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options of stMIL, all optional. */
export interface StmilOptions extends OptionsOf<typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "stmil",
  label: "stMIL",
  title: "stMIL, sMIL with a gap between the instances of positive bags",
  help: "sMIL that in addition keeps the instances of positive bags away from the boundary, on either side. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, few instances of a positive bag are positive, and both kinds of instances lie apart.",
  paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
  own: {},
  certificate:
    "the last of its convex problems, in which the sides of the instances of positive bags are fixed. Whether other sides have a lower objective is not proven",
  settings: [{ name: "", title: "", help: "sides of instances, from those of sMIL", options: {} }],
  load: async () => (await import("./solve.js")).stmilSolving,
});

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
  return method.create(options);
}

/** StMIL in the registry of learners. */
export const stmilEntry = method.entry;
