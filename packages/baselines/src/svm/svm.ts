import { optionList } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { BAG_MACHINE, MACHINE_REPORT } from "../shared/machine/description.js";
import { checkedSvmOptions, SVM_OPTIONS, type SvmOptions } from "./options.js";

/**
 * The support vector machine on a kernel of bags (Gaertner et al. 2002; equation (2) of the PU-SKC
 * paper): g(X) = sum_i alpha_i k(X_i, X) + beta with
 *
 *     min  |g|^2 / 2 + C sum_i w_i (1 - y_i g(X_i))_+ ,
 *
 * y = 1 for positive bags and -1 for all others, w the class weights. With the normalised set kernel
 * this is the MI-kernel; with a statistic kernel, the statistic-kernel SVM. One convex problem, solved
 * with a proof. Kernel width or degree and C are chosen by cross-validation; if nothing can be held
 * out, the first of each are taken. With the option `trees`, the machine is averaged with randomised trees
 * on summaries of bags, see `withTrees`. Unlabeled bags count as negative, see `signedBags`.
 *
 * @example
 * const model = await svm({ kernel: "minimax-polynomial" }).fit(bags);
 */
export function svm(options: SvmOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainSvm("svm");
  return learnerOf("svm", { given: options, options: checkedSvmOptions(options), load });
}

/** The SVM in the registry of learners. */
export const svmEntry: LearnerEntry = {
  description: {
    ...BAG_MACHINE,
    name: "svm",
    label: "SVM",
    title: "SVM on a kernel of bags, such as the normalised set kernel",
    help: "Separates positive bags from all others by one convex problem with a certificate. The kernel compares whole bags.",
    when: "Use it if negative bags are known, and a bag is told by all of its instances.",
    cost: "Time grows with the square of the number of bags, and for set kernels with the square of the instances; 4,000 bags at most are trained on.",
    paper: "Gaertner, Flach, Kowalczyk and Smola (2002), Multi-instance kernels, ICML",
    options: optionList(SVM_OPTIONS),
    report: MACHINE_REPORT,
    experiment: {
      settings: [
        { name: "", title: "", help: "the normalised set kernel (MI-kernel)", options: {} },
        {
          name: "minimax",
          title: "minimax",
          help: "the polynomial kernel of least and greatest values",
          options: { kernel: "normalised-minimax-polynomial" },
        },
        {
          name: "dissimilarity",
          title: "dissimilarity",
          help: "how far a bag is from each training bag, compared by a Gaussian (MInD)",
          options: { kernel: "dissimilarity-gaussian" },
        },
        {
          name: "set-dissimilarity",
          title: "set and dissimilarity",
          help: "the sum of two kernels, the normalised set kernel and that of dissimilarities",
          options: { kernel: "normalised-set-gaussian+dissimilarity-gaussian" },
        },
        {
          name: "combined",
          title: "combined",
          help: "the sum of two kernels, of a bag's least, greatest and mean values and of all its instances",
          options: { kernel: "min-max-mean-laplace+normalised-set-laplace", scaling: "floored-z-score" },
        },
        {
          name: "trees",
          title: "with trees",
          help: "the normalised set kernel, averaged with randomised trees on summaries of bags",
          options: { trees: "average" },
        },
      ],
    },
  },
  create: (options) => svm(options as SvmOptions),
};
