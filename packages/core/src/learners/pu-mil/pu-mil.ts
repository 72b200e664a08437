import { optionList, readOptions } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { PU_MIL_OPTIONS, type PuMilOptions } from "./options.js";

/**
 * puMIL (Wu et al. 2014), as described in the appendix of the PU-SKC paper. A genetic algorithm
 * searches for confidences that unlabeled bags are negative. The most confident ones are taken as
 * negative, and a linear SVM separates their key instances from those of positive bags.
 *
 * It is here for comparison. Nothing proves that the search finds anything good: it makes up its
 * own labels, and mostly confirms its random start. If there are no more unlabeled than positive
 * bags, all unlabeled ones are taken as negative and there is nothing to search. It needs no prior
 * and gives no probabilities.
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
    label: "puMIL",
    title: "puMIL, an SVM on key instances with evolved bag confidences",
    help: "A genetic algorithm picks the unlabeled bags that are most surely negative, and a linear SVM separates key instances. Needs no prior.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it as a baseline; it makes up labels for the unlabeled bags, so its answers depend on its random start.",
    cost: "Time grows with the instances times the points of its density, at most 200 by default, for each of up to 630 confidence vectors; memory grows with the instances.",
    paper: "Wu, Zhu, Zhang and Cai (2014), Multi-instance learning from positive and unlabeled bags, PAKDD",
    options: optionList(PU_MIL_OPTIONS),
    prior: { takes: [], estimates: false, affects: "nothing" },
    holdsOut: false,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: {
      opensWith: "settings",
      certificate:
        "the support vector machine of its last choice of bags. Whether another choice would be better is not proven",
      noBound:
        "it is about the PU risk of one convex problem, and this learner searches for likely negative bags first",
    },
    experiment: {
      // The points of its density are its kernel centres.
      centres: "densityPoints",
      settings: [
        {
          name: "",
          title: "",
          help: "the paper's setting: the text of its appendix B, with at most 200 points in its density",
          options: { setting: "paper" },
        },
        {
          name: "1-epoch",
          title: "1 epoch",
          help: "the text of appendix B, stopped after one epoch",
          options: { setting: "paper", epochs: 1 },
        },
        {
          name: "program",
          title: "as programmed",
          help: "what the authors' program computes: its F-measure is always 0, so the first random confidence vector wins",
          options: { setting: "paper", epochs: 1, fitness: "as-programmed" },
        },
        { name: "default", title: "default", help: "the default setting", options: {} },
      ],
    },
  },
  create: (options) => puMil(options as PuMilOptions),
};
