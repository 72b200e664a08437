import type { WarningGroup } from "./warning.js";

/** What `check` finds in bags. */
export const DATA: WarningGroup = {
  title: "The data",
  seen: "inspect, and the list of findings of `check`",
  warnings: [
    {
      code: "no-bags",
      title: "There is no bag",
      cause: "The file has a header and no row, or a filter left nothing.",
      remedy: "Give at least one bag.",
    },
    {
      code: "no-features",
      title: "There is no feature",
      cause: "Every column is a bag, a label, a group, text, or ignored.",
      remedy: "Give at least one column of numbers. A column of numbers that counts as text has an odd value in it.",
    },
    {
      code: "not-finite",
      title: "Values are not finite",
      cause: "A value is NaN or infinite: a division by 0 or an overflow where the features were made.",
      remedy: "Correct these values or leave out the instances. No learner computes with them.",
    },
    {
      code: "empty-bags",
      title: "Bags have no instance",
      cause: "The bag is named but nothing is in it: a picture without regions, a molecule whose conformers failed.",
      remedy: "Leave these bags out, or find out where their instances went.",
    },
    {
      code: "constant-features",
      title: "Features are constant",
      cause: "The feature has the same value in every instance.",
      remedy: "Leave them out with --ignore. They cost time and tell nothing.",
    },
    {
      code: "near-constant-features",
      title: "Features are nearly constant",
      cause: "One value makes up nearly all of the feature. Plain z-scores blow the few others up.",
      remedy: "Leave them out, or keep the scaling floored-z-score, which is the default.",
    },
    {
      code: "tiny-features",
      title: "Features hardly vary beside the others",
      cause: "The feature is in a larger unit than the others, or it is noise around a constant.",
      remedy: "Scale with z-score if it is the unit, with floored-z-score if it is noise.",
    },
    {
      code: "no-positive",
      title: "No bag is labelled positive",
      cause: "There is no label column, or its positive value is not known to be one.",
      remedy: "To score bags this is fine. To train, label some bags 1, or name the value with --positive.",
    },
    {
      code: "few-positive",
      title: "Few bags are labelled positive",
      cause: "Fewer than five bags are labelled positive.",
      remedy: "Label more. With so few, neither a ranking nor a check of it can be trusted.",
    },
    {
      code: "only-positive",
      title: "Every bag is labelled positive",
      cause: "There is no unlabeled bag to tell the positive ones from.",
      remedy: "Add unlabeled bags; those that are to be ranked will do.",
    },
    {
      code: "duplicate-bags",
      title: "Bags are equal",
      cause:
        "Two or more bags have the same instances, in whatever order: records that were entered twice, or tables that were joined wrongly.",
      remedy:
        "Keep one of each. Or keep them together with --groups auto, which does so unless they agree in so few numbers that it may be chance, or with a group column.",
    },
    {
      code: "near-duplicate-bags",
      title: "Bags are near-copies of each other",
      cause:
        "Every instance of one bag has a very close one in the other and vice versa: augmented pictures, measurements that were repeated, bags with a little noise added.",
      remedy:
        "Keep one of each, or keep them together with --groups auto. Otherwise a copy is trained on while the other is held out, and everything looks better than it is.",
    },
    {
      code: "copies-across-labels",
      title: "Unlabeled bags are copies of positive ones",
      cause:
        "A positive and an unlabeled bag are equal or nearly so. What holds for the one holds for the other, or one of them is there by mistake.",
      remedy:
        "Label the copy positive, or leave one out. Until then --groups auto keeps them together when bags are held out. In training they pull in both directions.",
    },
    {
      code: "near-duplicates-unseen",
      title: "Not all bags were compared",
      cause:
        "The time for finding near-copies grows with the square of the number of bags, so only the first ones are compared.",
      remedy: "If bags may be copies of each other, name their origin with a group column.",
    },
  ],
};
