import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { checkedNetworkOptions, NETWORK_OPTIONS, type NetworkOptions } from "./options.js";

/**
 * A small network on instances with pooling over the bag: dMIL (Wu et al. 2015, pooling `max`) and its
 * descendants, by default attention pooling (Ilse, Tomczak and Welling 2018).
 *
 * An instance x becomes h = tanh(W x + b), in two such layers by default, and then f(x) = w'h + c. A bag gets the pooled outputs of its
 * instances, see `pooled`. The mean logistic loss of bags is minimised, with unlabeled bags as
 * negatives; or a risk of positive and unlabeled bags, if you give the prior, see `lossOf`. Adam,
 * weight decay, dropout of features, several random starts that are averaged, and as many epochs as
 * did best on held-out bags. The problem is not convex: other seeds give other models.
 *
 * Time is O(settings x folds x members x epochs x instances x features x hidden). Of bags with many
 * instances some are drawn for training. If nothing can be held out, the first setting is taken, and
 * all epochs.
 *
 * @example
 * const model = await network({ pooling: "attention" }).fit(bags);
 */
export function network(options: NetworkOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainNetwork;
  return learnerOf("network", { given: options, options: checkedNetworkOptions(options), load });
}

/** Networks in the registry of learners. */
export const networkEntry: LearnerEntry = {
  description: {
    name: "network",
    label: "Network",
    title: "A small neural network on instances with pooling over the bag (dMIL, attention)",
    help: "Learns hidden features of instances and how to pool them over a bag, by default with attention. The pooling max is dMIL. Averages networks from several random starts.",
    learnsFrom: "positive and negative",
    needs: ["positive"],
    when: "Use it if you have known negatives and a hundred bags or more, and if combinations of features matter.",
    cost: "Time grows with instances times features times hidden units, times epochs, networks and folds; memory with the instances.",
    paper:
      "Wu, Yu, Huang and Yu (2015), Deep multiple instance learning for image classification and auto-annotation, CVPR; Ilse, Tomczak and Welling (2018), Attention-based deep multiple instance learning, ICML",
    options: optionList(NETWORK_OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "measures" },
    holdsOut: true,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: {
      opensWith: "settings",
      certificate: "nothing: the loss of a network is not convex",
      noBound: "it is about the PU risk of one convex problem, and the problem of a network is not convex",
    },
    experiment: {
      settings: [
        { name: "", title: "", help: "the default setting: attention pooling", options: {} },
        { name: "dmil", title: "dMIL", help: "the highest instance counts, as in dMIL", options: { pooling: "max" } },
        {
          name: "mean",
          title: "mean pooling",
          help: "all instances count alike",
          options: { pooling: "mean" },
          onlyIfNamed: true,
        },
        {
          name: "gated",
          title: "gated attention",
          help: "attention with a gate",
          options: { pooling: "attention", gated: true },
          onlyIfNamed: true,
        },
      ],
    },
  },
  create: (options) => network(options as NetworkOptions),
};
