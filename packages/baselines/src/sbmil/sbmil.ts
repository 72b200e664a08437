import { numbers, type OptionsOf } from "@bagwise/core/base";
import type { Learner } from "@bagwise/core/learners";
import { instanceMethod } from "../shared/machine/method.js";
import type { INSTANCE_MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Options that the other methods do not have. */
const OWN = {
  /** The balance eta of the paper. */
  share: numbers({
    default: [0.5, 0.25, 0.1, 1],
    range: { min: 0, max: 1, above: true },
    help: "shares of the instances of positive bags that are labelled positive, to choose from; at least one for each bag",
  }),
};

/** Options of sbMIL, all optional. */
export interface SbmilOptions extends OptionsOf<typeof OWN & typeof INSTANCE_MACHINE_OPTIONS> {}

const method = instanceMethod({
  name: "sbmil",
  label: "sbMIL",
  title: "sbMIL, an SVM on instances that sMIL has labelled",
  help: "sMIL orders the instances of positive bags. A share of them, chosen on held-out bags, is labelled positive, and an SVM is trained on the labels. A bag gets the score of its highest instance.",
  when: "Use it if negative bags are known, and you do not know how many of the instances of a positive bag are positive.",
  paper: "Bunescu and Mooney (2007), Multiple instance learning for sparse positive bags, ICML",
  own: OWN,
  certificate:
    "the second of its two convex problems, in which the labels of the instances are fixed. The first one, of `smil`, has an optimum too, but not that of both together",
  settings: [{ name: "", title: "", help: "labels from sMIL, their share by cross-validation", options: {} }],
  load: async () => (await import("./solve.js")).sbmilSolving,
});

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
  return method.create(options);
}

/** SbMIL in the registry of learners. */
export const sbmilEntry = method.entry;
