import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { BAG_MACHINE, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedSvmOptions, type SvmOptions, svmOptions } from "../svm/options.js";

const MI_GRAPH_OPTIONS = svmOptions(
  "normalised-graph-gaussian",
  "how two bags are compared: a graph kernel such as graph-polynomial, or edge-graph-gaussian for MIGraph, or a specification as JSON",
);

/** Options of miGraph, all optional: those of the SVM with a graph kernel. */
export interface MiGraphOptions extends SvmOptions {}

/**
 * miGraph (Zhou, Sun and Li 2009): the SVM on a kernel in which instances of a bag that are close to
 * each other share their weight, so that a crowd of near-copies counts as one,
 *
 *     k(X, Y) = sum_ab w_a w_b k(x_a, y_b) / (sum_a w_a sum_b w_b),   w_a = 1 / (instances of X near x_a).
 *
 * Everything else is as in `svm`.
 *
 * @example
 * const model = await miGraph().fit(bags);
 */
export function miGraph(options: MiGraphOptions = {}): Learner {
  const load = async () => (await import("../svm/train.js")).trainSvm("mi-graph");
  return learnerOf("mi-graph", { given: options, options: checkedSvmOptions(options, MI_GRAPH_OPTIONS), load });
}

/** miGraph in the registry of learners. */
export const miGraphEntry: LearnerEntry = {
  description: {
    ...BAG_MACHINE,
    name: "mi-graph",
    label: "miGraph",
    title: "miGraph, an SVM in which instances close to each other share their weight",
    help: "Separates positive bags from all others by one convex problem with a certificate. Near-copies within a bag count as one.",
    when: "Use it if negative bags are known, and bags hold crowds of similar instances.",
    cost: "Time grows with the square of the number of bags and of instances; 4,000 bags at most are trained on.",
    paper: "Zhou, Sun and Li (2009), Multi-instance learning by treating instances as non-i.i.d. samples, ICML",
    options: optionList(MI_GRAPH_OPTIONS),
    report: MACHINE_REPORT,
    experiment: {
      settings: [
        { name: "", title: "", help: "the graph kernel of miGraph", options: {} },
        {
          name: "edges",
          title: "edges (MIGraph)",
          help: "the kernel of MIGraph, which compares instances and the edges between near ones",
          options: { kernel: "normalised-edge-graph-gaussian" },
        },
      ],
    },
  },
  create: (options) => miGraph(options as MiGraphOptions),
};
