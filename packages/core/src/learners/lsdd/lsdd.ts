import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { checkedLsddOptions, LSDD_OPTIONS, type LsddOptions } from "./options.js";

/**
 * LSDD, the least-squares density difference of Sugiyama et al. (2012), used on bags as in the
 * paper's experiment.
 *
 * f(x) = sum over centres of theta exp(-|x - c|^2 / (2 width^2)) estimates p_P(x) - p_U(x), the
 * difference between the densities of instances in positive and in unlabeled bags. Its coefficients
 * are theta = (H + lambda I)^-1 h, with H = (pi width^2)^(d/2) exp(-|c - c'|^2 / (4 width^2)). h is
 * the mean of the kernel over instances of positive bags minus that over instances of unlabeled
 * bags. A bag gets the score of its highest instance and is positive from 0 up. So a large bag has
 * more chances to reach 0 than a small one, and the method does not correct for that. A bag far from
 * all centres has no evidence and is called negative, see `instanceModel`.
 *
 * The setting `default` leaves out the factor of H, which changes neither signs nor ranking: lambda
 * is added to exp(-|c - c'|^2 / (4 width^2)), and widths are around the median distance. The
 * setting `paper` keeps the factor. With its widths, the factor is 0 or nearly so in 166 or 230
 * dimensions. Then theta = h / lambda, the method looks up near-duplicates, and a bag far from all
 * centres scores 0, which the experiment of the paper counts as positive.
 *
 * If nothing can be held out, the first width and lambda are taken. Time is O(instances x centres x
 * features) for kernel values, none of which is kept, plus that of `crossValidateLsdd`. Memory is
 * O(centres^2) if H is needed.
 *
 * @example
 * const model = await lsdd().fit(bags);
 */
export function lsdd(options: LsddOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainLsdd;
  return learnerOf("lsdd", { given: options, options: checkedLsddOptions(options), load });
}

/** LSDD in the registry of learners. */
export const lsddEntry: LearnerEntry = {
  description: {
    name: "lsdd",
    label: "LSDD",
    title: "LSDD, the least-squares density difference of instances",
    help: "Estimates where instances of positive bags are denser than those of unlabeled bags. A bag gets the score of its highest instance.",
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it as a baseline, or to see which instances are typical of positive bags.",
    cost: "Time grows with the instances times the kernel centres, at most 1,000 by default, and with the cube of the centres for every width and lambda that is compared.",
    paper: "Sugiyama, Kanamori, Suzuki, du Plessis, Liu and Takeuchi (2012), Density-difference estimation, NIPS 25",
    options: optionList(LSDD_OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "decisions" },
    holdsOut: true,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: {
      opensWith: "settings",
      noBound: "it is about a classifier of bags, and this learner estimates a density difference of instances",
    },
    experiment: {
      centres: "centres",
      settings: [
        {
          name: "",
          title: "",
          help: "the paper's setting: its narrow widths, by 5-fold cross-validation",
          options: { setting: "paper" },
        },
        {
          name: "default",
          title: "default",
          help: "the default setting: widths around the median distance",
          options: {},
        },
      ],
    },
  },
  create: (options) => lsdd(options as LsddOptions),
};
