import { caution, error, info, warning } from "./code.js";

/** Reviewed bags. */
export const AUDIT_CODES = {
  title: "Audits",
  codes: {
    "audit-unused": caution(
      "The audit changes nothing",
      "You gave the prior as an exact number, which leaves nothing to learn from the audit.",
      "Leave out the prior, or give a range.",
    ),
    "audit-labelled": info(
      "Some answers are about labelled bags",
      "The file of reviewed bags names bags whose label is known. These are not a random sample of the unlabeled ones.",
      "Nothing: they are left out of the audit.",
    ),
    "audit-missing": caution(
      "Some of the drawn bags were not reviewed",
      "The file of answers has blanks. The reviewed bags represent the others, which is right if chance decided which were reviewed.",
      "Fill in the blanks. If the hard ones were left out, the estimates may be off and their intervals too narrow.",
    ),
    "audit-stratum": caution(
      "A part of the audit has no answers",
      "Bags are drawn from several ranges of scores, and in one of them no bag was reviewed.",
      "Review at least one bag of each range. Until then its share of positives may be anything, and the intervals are wide.",
    ),
    "audit-one-answer": caution(
      "The model gives every unlabeled bag the same answer",
      "Its threshold is above or below all their scores, so precision and recall say nothing about it.",
      "Choose another threshold with `bagwise threshold`. The prior that the audit finds does not depend on it.",
    ),
    "audit-other-bags": caution(
      "The audit is about other bags than the training",
      "The model was trained on another file, or the labels have changed since. Its prior is that of the training bags.",
      "Nothing, if you meant that: the audit holds for the bags it was drawn from.",
    ),
    "labels-not-fair": warning(
      "The labelled positives are no fair sample of all positives",
      "Positives that the review found score lower (or higher) than the labelled ones, by more than chance allows. Somebody labelled the easy (or the hard) ones first. The prior, recall and AUC from labelled positives are then wrong.",
      "Believe the review: train with its answers, and set the option labelledHow to easiest if easy ones were labelled. Labels of randomly picked positives would help most.",
    ),
    "estimate-against-audit": warning(
      "The audit contradicts what the labelled positives say about the prior",
      "Most likely the labelled positives are no fair sample of all positives, as when only the easiest were labelled. Or the reviewed bags were not drawn at random.",
      "Nothing about the prior: it now comes from the audit alone. Do not trust recall and AUC, which labelled positives measure.",
    ),
    "audit-old-threshold": caution(
      "The threshold has changed since the audit was drawn",
      "`bagwise threshold` changed it. Precision, recall and accuracy are those at the old threshold.",
      "Nothing, if you meant that. To measure the new threshold, draw a new audit.",
    ),
    "audit-outweighed": caution(
      "The data outweighed the audit",
      "`auto` combines the audit with what the scores say about the prior, and the scores were more certain.",
      "If you trust the answers more, train with the prior that the audit found, or review more bags.",
    ),
    "audit-threshold": caution(
      "The threshold was not kept",
      "The model was trained again with the audited prior, so its scores are different now.",
      "Choose the threshold again with `bagwise threshold`.",
    ),
    "audit-counts-only": info(
      "The answers did not become labels",
      "In a single set the share of labelled bags carries the prior, so labels must not change. And some bags must stay unlabeled to learn from.",
      "Nothing: the answers told the prior.",
    ),
    "audit-as-labels": caution(
      "The answers became labels",
      "More bags are drawn where the model is unsure, so the bags left unlabeled are no longer a random sample.",
      "Draw the next audit anew. Later estimates of the prior rely on this audit. To use the answers for the prior alone, set the option countsOnly.",
    ),
    audit: error(
      "The counts of the audit are impossible",
      "An audit is positives found / bags reviewed, such as 7/30.",
      "Correct the counts.",
    ),
    "audit-size": error(
      "More bags were reviewed than there are unlabeled ones",
      "An audit is a review of unlabeled bags of the file, so it cannot cover more bags than these.",
      "Correct the counts. If you reviewed other bags, add them to the file as unlabeled bags.",
    ),
    "audit-empty": error(
      "No bag is reviewed",
      "The file of answers has only blanks.",
      "Review some of the bags: 1 for positive, -1 for negative.",
    ),
    "audit-zero": error(
      "The answer 0 is ambiguous",
      "It may mean negative or not reviewed.",
      "Write -1 for negative and leave blank what you did not review, or say what 0 means.",
    ),
    "audit-unknown-bag": error(
      "An answer is about an unknown bag",
      "The bag is not in the file, or was not drawn in this audit. Some programs rewrite names, such as 007 to 7.",
      "Use the names of the file of bags.",
    ),
    "audit-contradiction": error(
      "An answer contradicts a label or another answer",
      "The same bag is positive in one place and negative in another.",
      "Correct one of them.",
    ),
    "audit-code": error(
      "This file was not drawn by bagwise",
      "The column that says how the audit was drawn is missing or damaged.",
      "Give the file that `bagwise audit` wrote, with the answers filled in and its columns kept.",
    ),
    "audit-mismatch": error(
      "The audit was drawn differently",
      "It was drawn from other bags, with another model, or with other options.",
      "Give the bags and the model it was drawn with.",
    ),
    "audit-complete": error(
      "Every unlabeled bag was reviewed",
      "If all answers become labels, no unlabeled bag is left to learn from.",
      "Add unlabeled bags, or do not turn the answers into labels.",
    ),
  },
};
