import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedPuInstanceOptions, PU_INSTANCE_OPTIONS, type PuInstanceOptions } from "./options.js";

/**
 * PU learning on instances, the ancestor of PU-SKC: convex (du Plessis, Niu and Sugiyama, 2015), or with
 * the ramp loss (the same, 2014). Instances of positive bags are the positive sample, instances of
 * unlabeled bags the unlabeled one. A bag gets the score of its highest instance, or their mean.
 *
 * It is PU-SKC on bags of one: the same problem, solver, centres, prior and use of known negatives. On
 * bags of one instance, with the same kernel, both give the same scores. The ramp loss is not convex: it
 * takes up to `steps` convex problems, from the solution with the double hinge.
 *
 * Degree and lambda are chosen by the held-out risk of instances. If nothing can be held out, the first
 * of each are taken. Of more than 8,000 instances so many are drawn from the largest bags.
 *
 * @example
 * const model = await puInstance({ prior: 0.3, loss: "ramp" }).fit(bags);
 */
export function puInstance(options: PuInstanceOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainPuInstance;
  return learnerOf("pu-instance", { given: options, options: checkedPuInstanceOptions(options), load });
}

/** PU learning on instances in the registry of learners. */
export const puInstanceEntry: LearnerEntry = {
  description: {
    name: "pu-instance",
    label: "Instance PU",
    title: "PU learning on instances, convex or with the ramp loss",
    help: "Compares the instances of positive bags with those of unlabeled ones, as if each were a bag of its own, and solves the convex problem of PU-SKC. A bag gets the score of its highest instance.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it if every bag has one instance, or if most instances of a positive bag are positive.",
    cost: "Time grows with the cube of the number of instances up to 1,000, and in proportion to it above that, with landmarks; 8,000 at most are trained on. The ramp loss takes up to 30 times as long.",
    paper:
      "du Plessis, Niu and Sugiyama (2014), Analysis of learning from positive and unlabeled data, NIPS; (2015), Convex formulation for learning from positive and unlabeled data, ICML",
    options: optionList(PU_INSTANCE_OPTIONS),
    prior: { takes: ["number", "estimator"], estimates: true, affects: "ranking" },
    holdsOut: true,
    parallel: true,
    scoresInstances: true,
    dumpsProblem: true,
    report: {
      opensWith: "settings",
      certificate:
        "the convex problem of the instances; with the ramp loss, the last of several. Whether the ramp loss has a better minimum elsewhere is not proven",
      noBound: "it is about a classifier of bags, and this learner classifies instances",
    },
    experiment: {
      settings: [
        { name: "", title: "", help: "the default setting: the double hinge", options: {} },
        { name: "ramp", title: "ramp loss", help: "the ramp loss, which is not convex", options: { loss: "ramp" } },
        {
          name: "mean",
          title: "mean pooling",
          help: "all instances of a bag count alike",
          options: { pooling: "mean" },
        },
      ],
    },
  },
  create: (options) => puInstance(options as PuInstanceOptions),
  work: async () => ({ ...(await import("../pu-skc/fit.js")).PU_SKC_WORK, name: "pu-instance" }),
};
