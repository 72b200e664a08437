import { optionList, readOptions } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { CONCEPT_REPORT } from "../shared/concept/describe.js";
import { DD_OPTIONS, type DdOptions } from "./options.js";

/**
 * Diverse Density (Maron and Lozano-Pérez, 1998). It seeks a concept: a point that is close to an
 * instance of every positive bag and far from all instances of negative ones, and a scale for each
 * feature. A bag is positive if any of its instances is the concept (noisy-or). A bag gets the score
 * of its nearest instance.
 *
 * The paper maximises the likelihood alone. Here a penalty on the mean squared distance of all
 * instances keeps the concept broad; lambda is chosen on held-out bags. The search starts from several
 * instances of positive bags and finds a local optimum. If nothing can be held out, the first lambda is
 * taken.
 *
 * @example
 * const model = await dd().fit(bags);
 */
export function dd(options: DdOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainDd;
  return learnerOf("dd", { given: options, options: readOptions(DD_OPTIONS, options), load });
}

/** DD in the registry of learners. */
export const ddEntry: LearnerEntry = {
  description: {
    name: "dd",
    label: "DD",
    title: "DD, the point of highest Diverse Density",
    help: "Seeks one point that is close to an instance of every positive bag and far from all instances of the others, and which features matter for it. A bag gets the score of its nearest instance.",
    learnsFrom: "positive and negative",
    needs: ["positive"],
    when: "Use it if one kind of instance makes a bag positive, and you want to see which: its model is one point and a scale for each feature.",
    cost: "Time grows with the instances times the features times the starts and folds, memory with the instances times the features; 100 bags of 7 instances with 230 features take seconds.",
    paper: "Maron and Lozano-Pérez (1998), A framework for multiple-instance learning, NIPS 10",
    options: optionList(DD_OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "measures" },
    holdsOut: true,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: CONCEPT_REPORT,
  },
  create: (options) => dd(options as DdOptions),
};
