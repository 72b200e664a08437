import { optionList, readOptions } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { PU_MIL_OPTIONS, type PuMilOptions } from "./options.js";

/**
 * puMIL (Wu et al. 2014) as the appendix of the paper on PU-SKC tells it: a genetic algorithm looks
 * for confidences that unlabeled bags are negative; the surest ones are taken for negative, and a
 * linear SVM separates the key instances of positive bags from theirs.
 *
 * Nothing proves that the search finds anything good: with the labels that it makes up itself it
 * mostly confirms its random start. It is here for comparison. With as many positive bags as
 * unlabeled ones, or more, all of these are taken for negative and there is nothing to search. It
 * needs no prior and gives no probabilities.
 *
 * @example
 * const model = await puMil({ setting: "paper" }).fit(bags);
 */
export function puMil(options: PuMilOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainPuMil;
  return learnerOf("pu-mil", { given: options, options: readOptions(PU_MIL_OPTIONS, options), load });
}

/** puMIL in the registry of learners. */
export const puMilEntry: LearnerEntry = {
  description: {
    name: "pu-mil",
    title: "puMIL, an SVM on key instances with evolved bag confidences",
    help: "Takes the unlabeled bags that a genetic algorithm finds surest for negative, and separates key instances by a linear SVM; needs no prior.",
    needs: ["positive", "unlabeled"],
    options: optionList(PU_MIL_OPTIONS),
  },
  create: (options) => puMil(options as PuMilOptions),
};
