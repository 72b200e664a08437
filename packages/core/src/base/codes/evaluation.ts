import { error, warning } from "./code.js";

/** How good a model is, thresholds and rankings. */
export const EVALUATION_CODES = {
  title: "Evaluation",
  codes: {
    "few-positives": warning(
      "Few independent positive bags",
      "Recall is measured on the positive bags, and copies and bags of one group count once.",
      "Label more positive bags, from different origins.",
    ),
    clipped: warning(
      "Measures were clipped to 0 or 1",
      "A measure without negatives is a difference of estimates. With few bags or a wrong prior it leaves the possible range.",
      "Do not rely on the number. Look at its interval, and at other priors.",
    ),
    "no-positive-answer": warning(
      "No bag is called positive",
      "The threshold is above every score.",
      "Choose a lower threshold, by the prior or by a review budget.",
    ),
    "no-better-than-chance": warning(
      "The ranking may be no better than chance",
      "The interval of the AUC contains one half.",
      "Label more positives, or look for better features. Review the top of the list to find out.",
    ),
    "no-held-out": error(
      "The model keeps no held-out scores",
      "What you asked for needs scores of bags that were held out in training.",
      "Give bags that are new to the model, or train with a method that holds bags out.",
    ),
    "one-class": error(
      "All bags are of one kind",
      "Measures of accuracy compare positive with negative bags.",
      "Give bags of both kinds, labelled 1 and -1.",
    ),
    "precision-unreachable": error(
      "No threshold reaches this precision",
      "Even the highest scores are not that reliable at this prior.",
      "Ask for less, or review more bags to be sure of the prior.",
    ),
    "nothing-to-review": error(
      "There is no bag to review",
      "Every bag is labelled positive.",
      "Give bags that are not labelled positive.",
    ),
    "nothing-to-rank": error(
      "There is no bag to rank",
      "Every bag is labelled positive already.",
      "Ask to rank all bags.",
    ),
    "no-such-bag": error("No such bag", "There is no bag with that id.", "Check the spelling."),
    "no-instance-scores": error(
      "The model does not score instances",
      "Its method scores a bag as a whole.",
      "Ask for bags only, or train with a method that scores instances.",
    ),
    "score-not-finite": error(
      "The score of a bag is not finite",
      "Values of the bag are so large that its score overflows.",
      "Scale the features, or leave out bags with very large values.",
    ),
    "t-test": error(
      "The samples cannot be tested",
      "A t-test needs at least two finite values and some spread.",
      "Give more values.",
    ),
  },
};
