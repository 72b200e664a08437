import { optionList } from "../../base/option.js";
import { type Learner, type LearnerEntry, learnerOf } from "../learner.js";
import { AUTO_OPTIONS, type AutoOptions, checkedAutoOptions } from "./options.js";

/**
 * The learner to use by default: ranking, prior and decisions from the training bags alone, without
 * settings to choose.
 *
 * 1. Ranking, which needs no prior: the ratio r = p(X | +1) / p(X) by regularised least squares.
 *    This is one convex problem with a certificate (`solveRatio`); its kernel is the average of
 *    five kernels on bag statistics (`prepareViews`). It is averaged with the votes of two forests,
 *    grown by PU bagging on summaries of bags and on instances (`growForests`).
 * 2. Prior: the held-out scores, with copies and groups kept together, are modelled as a mixture
 *    of two normal distributions, with all unknowns integrated out (`scoreMixture`). Bayes' rule
 *    combines this evidence with what you know and with an audit.
 * 3. Decision: the score is the log-odds of being positive, averaged over what is known about the
 *    prior and the separation. If the data support no more, it never crosses 0: every bag gets the
 *    same answer, and the model says so.
 *
 * Known negatives are used: in the ratio by the convex combination of PU and PN risk, and in the
 * mixture as a sample of its second component. With a single positive bag nothing can be held out:
 * bags are ranked, and each gets the prior's log-odds. Costs eleven factorisations of the size of
 * the unlabeled sample. Above 1,000 bags, 300 landmarks are the centres, and the cost is
 * O(bags x 300^2). Above 50,000 bags, fits use a sample of them, and each further bag costs one
 * scoring.
 *
 * @example
 * const model = await auto({ priorAtMost: 0.5 }).fit(bags);
 */
export function auto(options: AutoOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainAuto;
  const checked = checkedAutoOptions(options);
  const learner = learnerOf("auto", { given: options, options: checked, load, blocks: true });
  const { propensity } = checked;
  if (propensity === undefined) return learner;
  return {
    name: learner.name,
    async fit(bags, context = {}) {
      const { takePropensities } = await import("./propensity.js");
      const { bags: rest, of } = takePropensities(bags, propensity);
      return learner.fit(rest, { ...context, propensities: of });
    },
  };
}

/** `auto` in the registry of learners. */
export const autoEntry: LearnerEntry = {
  description: {
    name: "auto",
    label: "auto",
    title: "auto: ranking, prior and decisions from the data, without settings to choose",
    help: "Ranks by one certified convex problem, averaged with two forests, says what can be known about the share of positives, and decides with that uncertainty.",
    usual: true,
    learnsFrom: "positive and unlabeled",
    needs: ["positive", "unlabeled"],
    when: "Use it first: it needs no settings, and it says how much can be known about the prior.",
    cost: "Up to 1,000 bags, time grows with the cube of their number and memory with its square; above that, both grow in proportion to it. Scores of 400 trees come on top.",
    paper:
      "bagwise; the ratio fit goes back to Kanamori, Hido and Sugiyama (2009), A least-squares approach to direct importance estimation, Journal of Machine Learning Research 10",
    options: optionList(AUTO_OPTIONS),
    prior: { takes: ["number", "range"], estimates: true, affects: "decisions" },
    holdsOut: true,
    parallel: true,
    scoresInstances: false,
    dumpsProblem: false,
    report: {
      opensWith: "ranking",
      certificate:
        "the ratio of densities, one convex problem; trees that the ranking is averaged with are grown without a proof",
      noBound: "it is about the PU risk at one prior, and this learner ranks by a ratio of densities without any prior",
      noGrid:
        "`auto` searches no grid. It averages several kernels instead of choosing one, because with few labels cross-validation chooses by chance.",
    },
    experiment: {
      settings: [
        { name: "", title: "", help: "the default setting: the five views, averaged with two forests", options: {} },
        { name: "views", title: "views alone", help: "the five views, without forests", options: { trees: "none" } },
      ],
    },
  },
  create: (options) => auto(options as AutoOptions),
  work: async () => (await import("./forests.js")).AUTO_WORK,
};
