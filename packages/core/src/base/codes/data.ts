import { caution, error, info, warning } from "./code.js";

/** What `check` finds in bags, and bags that cannot be used. */
export const DATA_CODES = {
  title: "The data",
  codes: {
    "no-bags": error("There are no bags", "The file has no rows, or a filter left nothing.", "Give at least one bag."),
    "no-features": error(
      "There are no features",
      "Every column is the bag, the label, the group, text or ignored.",
      "Give at least one column of numbers. A column of numbers with one odd value counts as text.",
    ),
    "not-finite": error(
      "A value is not finite",
      "It is NaN or infinite: a division by zero or an overflow where the features were computed.",
      "Correct the value, leave out the instance, or fill it in when reading. No learner can use it.",
    ),
    "value-too-large": error(
      "A value is too large to compute with",
      "Squares and products of it overflow. A value like 1e300 often stands for a missing one.",
      "Correct it, give the feature in a larger unit, or leave out the bag.",
    ),
    "empty-bag": error(
      "A bag has no instances",
      "The bag is named but nothing is in it, like a picture without regions or a molecule without conformers.",
      "Leave the bag out, or find out where its instances went.",
    ),
    "no-positive-labels": warning(
      "No bag is labelled positive",
      "There is no label column, or nothing says which of its values means positive.",
      "To score bags this is fine. To train, label some bags 1, or name the value with `positive`.",
    ),
    "few-positive-labels": warning(
      "Few bags are labelled positive",
      "Fewer than five bags are labelled positive.",
      "Label more. With so few you can trust neither a ranking nor a check of it.",
    ),
    "only-positive": warning(
      "Every bag is labelled positive",
      "There are no unlabeled bags to tell the positive ones from.",
      "Add unlabeled bags. Those you want to rank will do.",
    ),
    "constant-features": caution(
      "Some features are constant",
      "The feature has the same value in every instance.",
      "Ignore them. They cost time and tell nothing.",
    ),
    "near-constant-features": caution(
      "Some features are nearly constant",
      "One value makes up nearly all of the feature. Plain z-scores would blow up the few others.",
      "Ignore them, or keep the default scaling floored-z-score.",
    ),
    "tiny-features": caution(
      "Some features hardly vary compared with the others",
      "The feature is in a larger unit than the others, or it is noise around a constant.",
      "Scale with z-score if it is the unit, with floored-z-score if it is noise.",
    ),
    "duplicate-bags": warning(
      "Some bags are identical",
      "Bags have the same instances, in any order: records entered twice, or tables joined the wrong way.",
      "Keep one of each. Or keep them together with a group column, or with `groups` set to `auto`, which skips bags that agree in so few numbers that it may be chance.",
    ),
    "near-duplicate-bags": warning(
      "Some bags are near-copies of each other",
      "Every instance of one bag has a very close one in the other, and vice versa: augmented pictures, repeated measurements, bags with a little noise added.",
      "Keep one of each, or keep them together with `groups` set to `auto`. Otherwise the model trains on one copy while the other is held out, and everything looks better than it is.",
    ),
    "copies-across-labels": warning(
      "Some unlabeled bags are copies of positive ones",
      "A positive and an unlabeled bag are equal, or nearly so. Either the copy is positive too, or one of them is there by mistake.",
      "Label the copy positive, or leave one out. Until then set `groups` to `auto`, which keeps them together when bags are held out. In training they pull in opposite directions.",
    ),
    "near-duplicates-unseen": info(
      "Not all bags were compared",
      "The time to find near-copies grows with the square of the number of bags, so only the first ones are compared.",
      "Nothing, unless bags may be copies of each other: then name their origin in a group column.",
    ),
    parts: error(
      "The parts of a bag set do not fit together",
      "Ids, labels, groups, offsets or features have different lengths, are blank, or occur twice.",
      "Give one id, label and offset per bag, and unique names.",
    ),
    label: error(
      "A label is not one of the three",
      'A bag is "positive", "unlabeled" or "negative", stored as 1, 0 or -1.',
      "Use one of these.",
    ),
    subset: error("A bag was chosen twice", "A subset holds each bag at most once.", "Choose each bag once."),
    features: error(
      "The features do not match",
      "Features are missing, or there are others than in the training data.",
      "Give bags with the same features. Other columns can be ignored when reading.",
    ),
    "no-groups": error(
      "The bags have no groups",
      "You asked for a split by group.",
      "Name a group column when reading, or split in another way.",
    ),
    "too-few": error(
      "Too few bags to split",
      "There are fewer bags or groups than parts.",
      "Give more bags, or ask for fewer parts.",
    ),
  },
};
