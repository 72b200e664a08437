import { caution, error, info, warning } from "./code.js";

/** The share of positives among the unlabeled bags. */
export const PRIOR_CODES = {
  title: "The prior",
  codes: {
    "prior-open": warning(
      "The prior is too uncertain to judge the model",
      "Precision and accuracy depend on the prior, and its interval is wide.",
      "Audit 30 unlabeled bags with `bagwise audit`, or give a range for the prior. Recall and the ranking do not depend on it.",
    ),
    "prior-no-evidence": warning(
      "The data say nothing about the prior",
      "No bags could be held out, or held-out positive and unlabeled bags have the same scores.",
      "Say what you know about the prior, or audit some unlabeled bags. Better features may help, too.",
    ),
    "prior-uncertain": warning(
      "The data say little about the prior",
      "The interval of the estimate is too wide to be useful. Positive and unlabeled bags alone often leave it open.",
      "Say what you know, for example the range 0.1..0.4, or audit 30 unlabeled bags.",
    ),
    "prior-too-high": caution(
      "The estimate of the prior is often too high",
      "Estimators take what they cannot tell apart for positive, and their intervals cover chance, not this bias. Precision and accuracy then look better than they are.",
      "Give the prior if you know it, audit 30 unlabeled bags, or use the method auto, whose intervals are wider.",
    ),
    "prior-clipped": caution(
      "The estimate of the prior was clipped",
      "The estimator found a share outside the possible range, which happens with few bags.",
      "Give the prior if you know it, or audit 30 unlabeled bags.",
    ),
    "prior-not-held-out": caution(
      "The prior was estimated without holding bags out",
      "With only one positive or one unlabeled bag none can be held out, so the estimate is too optimistic.",
      "Give the prior, or more bags.",
    ),
    "prior-against-audit": warning(
      "Your prior and your audit contradict each other",
      "The audit would be very unlikely if the prior were what you said.",
      "Correct one of them, and check that the reviewed bags were drawn at random from the unlabeled ones.",
    ),
    "labelled-easiest": caution(
      "The labels only give a lower bound on the prior",
      "You said that the easiest positives were labelled. Positives that look like none of them cannot be counted, and recall and AUC leave them out.",
      "Audit 30 unlabeled bags with `bagwise audit`: only a review finds the others.",
    ),
    "propensity-used": info(
      "The prior comes from propensities",
      "You named a column with the probability that a positive bag is labelled. Each labelled positive stands for one over it.",
      "Nothing, if the propensities are right. An audit of 30 unlabeled bags checks them.",
    ),
    "prior-audited": info(
      "The prior comes from the audit",
      "You gave an audit and no prior, so the audit alone decides. The note states its interval.",
      "Nothing. To narrow the interval review more bags: four times as many halve it.",
    ),
    "studied-on-sample": info(
      "The estimators of the prior saw a sample of the bags",
      "With more than 20,000 bags, the estimators get a random sample. The distribution of the prior comes from all bags.",
      "Nothing. To see how much the draw matters, use another seed.",
    ),
    "as-printed": caution(
      "The paper's formula does not estimate the share of positives",
      "The estimator as-printed is the formula as the paper prints it, which depends on eta.",
      "Use it only to reproduce the paper, and ratio or bbe otherwise.",
    ),
    prior: error(
      "The prior cannot be estimated",
      "There are no positive or no unlabeled bags, or the kernel values are not finite.",
      "Give bags of both kinds, or give the prior.",
    ),
    propensity: error(
      "The propensities cannot be used",
      "The column is missing, or a labelled positive has a number that is no probability.",
      "Name a column of numbers above 0 and at most 1.",
    ),
    "prior-method": error(
      "Unknown estimator of the prior",
      "There is no estimator of that name.",
      "Choose one of those listed.",
    ),
    "prior-contradiction": error(
      "What you said about the prior cannot be true",
      "Two statements about it exclude each other, or more bags are labelled positive than it allows.",
      "Correct or leave out one of them.",
    ),
    "prior-known": error(
      "The prior need not be given",
      "The labels of all bags are known, so the share of positives is known, too.",
      "Leave the prior out.",
    ),
    "no-prior": error(
      "The prior is not known",
      "What you asked for depends on the prior, and the model has none.",
      "Give the prior, as a number or a range.",
    ),
  },
};
