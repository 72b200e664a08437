import type { WarningGroup } from "./warning.js";

/** The share of positives among the unlabeled bags, and audits, which measure it. */
export const PRIOR: WarningGroup = {
  title: "The prior",
  seen: "prior, train, evaluate",
  warnings: [
    {
      code: "prior-clipped",
      title: "The estimate of the prior was cut",
      cause: "The estimator found a share of 0 or less, or of 1 or more, as happens with few bags.",
      remedy: "Give the prior if you know it, or audit 30 unlabeled bags.",
    },
    {
      code: "prior-not-held-out",
      title: "The prior is estimated from bags that were fitted",
      cause: "With one positive or one unlabeled bag none can be held out, so the estimate is too optimistic.",
      remedy: "Give the prior, or more bags.",
    },
    {
      code: "prior-uncertain",
      title: "The data hardly tell the prior",
      cause:
        "The interval of the estimate is wider than is of use. Positive and unlabeled bags alone often leave it open.",
      remedy: "Say what you know of it, such as --prior 0.1..0.4, or audit 30 unlabeled bags.",
    },
    {
      code: "prior-no-evidence",
      title: "The data tell nothing of the prior",
      cause: "Nothing could be held out, or held-out positive and unlabeled bags have the same scores.",
      remedy: "Say what you know of it, or audit unlabeled bags. More features may help, too.",
    },
    {
      code: "prior-contradiction",
      title: "What you said and the audit contradict each other",
      cause: "The audit would be very unlikely if the prior were what you said.",
      remedy: "Correct one of them, and check that the reviewed bags were drawn at random from the unlabeled ones.",
    },
    {
      code: "prior-audited",
      title: "The prior is that of the audit",
      cause: "An audit was given and no prior, so the audit alone decides; its interval is stated.",
      remedy: "Review more bags to make the interval narrower: four times as many halve it.",
    },
    {
      code: "prior-open",
      title: "The prior is too uncertain to judge the model",
      cause: "Precision and accuracy depend on the prior, and its interval is wide.",
      remedy:
        "Audit 30 unlabeled bags with `bagwise audit`, or say a range with --prior. Recall and the ranking do not depend on it.",
    },
    {
      code: "as-printed",
      title: "The paper's formula does not estimate the share of positives",
      cause: "The estimator as-printed is the formula as the paper prints it, which depends on eta.",
      remedy: "Use it to reproduce the paper only, and ratio or bbe otherwise.",
    },
    {
      code: "estimator",
      title: "An estimator has something to say",
      cause:
        "In `bagwise prior` the warnings of all estimators stand together, each with the names of those that give it.",
      remedy: "Read it as the warning of the same text above.",
    },
  ],
};

/** Reviewed bags. */
export const AUDIT: WarningGroup = {
  title: "Audits",
  seen: "audit, train --audited, prior --audited",
  warnings: [
    {
      code: "audit-unused",
      title: "The audit changes nothing",
      cause: "The prior was said to be an exact number, which leaves nothing to learn from the audit.",
      remedy: "Leave out --prior, or say a range.",
    },
    {
      code: "audit-size",
      title: "More bags were reviewed than there are unlabeled ones",
      cause: "The counts of --audited are larger than the number of unlabeled bags in the file.",
      remedy: "Correct the counts, unless the reviewed bags are others of the same kind.",
    },
    {
      code: "audit-labelled",
      title: "Some answers are about bags that were labelled already",
      cause:
        "The file of reviewed bags names bags whose label is known; those are no random sample of the unlabeled ones.",
      remedy: "Nothing is to be done: they are left out of the audit.",
    },
    {
      code: "audit-missing",
      title: "Some drawn bags were not reviewed",
      cause:
        "The file of answers has blanks. The bags that were reviewed stand for the others, which is right if chance decided which.",
      remedy: "Fill in the blanks. If the hard ones were left out, the estimates are too sure and may be off.",
    },
    {
      code: "audit-stratum",
      title: "A part of the audit has no answer",
      cause: "Bags are drawn from several ranges of scores, and in one of them no bag was reviewed.",
      remedy:
        "Review at least one bag of each range. Until then its share of positives may be anything, and the intervals are wide.",
    },
    {
      code: "audit-one-answer",
      title: "The model gives every unlabeled bag the same answer",
      cause: "Its threshold is above or below all their scores, so that precision and recall say nothing about it.",
      remedy:
        "Choose another threshold with `bagwise threshold`. The prior that the audit finds does not depend on it.",
    },
    {
      code: "audit-other-bags",
      title: "The audit is of other bags than those of the training",
      cause:
        "The model was trained on another file, or the labels have changed since. The prior that it assumed is that of those bags.",
      remedy: "Nothing, if that is meant: the audit holds for the bags it was drawn from.",
    },
    {
      code: "audit-old-threshold",
      title: "The model has another threshold than when the audit was drawn",
      cause:
        "`bagwise threshold` changed it since. Precision, recall and accuracy are those at the threshold of the draw.",
      remedy: "Nothing, if that is meant. To know them at the new threshold, draw an audit anew.",
    },
    {
      code: "audit-outweighed",
      title: "The data outweighed the audit",
      cause: "`auto` weighs the audit against what the scores tell of the prior, and those were the surer.",
      remedy: "Train with --prior and what the audit found if you trust the answers more, or review more bags.",
    },
    {
      code: "audit-threshold",
      title: "The threshold was not taken over",
      cause: "The model was trained again with the audited prior, and its scores are others now.",
      remedy: "Choose the threshold again with `bagwise threshold`.",
    },
    {
      code: "audit-as-labels",
      title: "The answers became labels",
      cause:
        "More bags are drawn where the model is unsure, so that the bags left unlabeled are no random sample any more.",
      remedy: "Draw the next audit anew. What a later estimate says of the prior leans on this audit.",
    },
  ],
};
