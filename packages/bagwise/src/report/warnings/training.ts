import type { WarningGroup } from "./warning.js";

/** What happened while a model was trained. */
export const TRAINING: WarningGroup = {
  title: "Training",
  seen: "train, and the notes of a model",
  warnings: [
    {
      code: "nothing-held-out",
      title: "Nothing could be held out",
      cause: "There are too few positive or unlabeled bags, or groups of them, to leave some out.",
      remedy:
        "Give at least two bags of each kind, in different groups. Until then nobody knows how good the model is.",
    },
    {
      code: "alike",
      title: "Positive and unlabeled bags hardly differ",
      cause:
        "Held-out positive bags score as the unlabeled ones do. The features tell nothing, or nearly all unlabeled bags are positive.",
      remedy: "Audit some unlabeled bags: if most are positive, all is well. Otherwise look for better features.",
    },
    {
      code: "constant-guess",
      title: "A constant guess is as good",
      cause: "Positives are so rare, or so common, that always giving the same answer is right most often.",
      remedy: "Use the ranking, which does not depend on it, or choose a threshold by recall or by a review budget.",
    },
    {
      code: "certificate",
      title: "The training problem is not solved to full accuracy",
      cause: "The duality gap of the solution is above what is accepted, or numbers were too large to compute with.",
      remedy: "Scale the features, take a larger lambda, or a normalised kernel.",
    },
    {
      code: "negatives",
      title: "There are known negatives",
      cause:
        "Some bags are labelled negative. The note says what was done with them: used, treated as unlabeled, or left out.",
      remedy: "Choose otherwise with --negatives.",
    },
    {
      code: "centres",
      title: "Not every instance is a kernel centre",
      cause: "Time and memory grow with the number of centres, so some instances were drawn.",
      remedy: "Raise --centres if the model matters more than the time.",
    },
    {
      code: "not-settled",
      title: "The concave-convex procedure was stopped",
      cause: "The method dsdd took as many steps as it may without coming to rest.",
      remedy: "Raise --steps. The loss would fall a little, seldom much.",
    },
    {
      code: "epochs",
      title: "The search was stopped",
      cause: "The method pu-mil found better confidences until the last epoch.",
      remedy: "Raise --epochs.",
    },
    {
      code: "density-points",
      title: "The density is made of some instances",
      cause:
        "The method pu-mil estimates a density of negative instances from a draw, because the time grows with their number.",
      remedy: "Nothing, in general: the draw is large.",
    },
    {
      code: "all-negative",
      title: "All unlabeled bags were taken for negative",
      cause:
        "The method pu-mil wants as many likely negatives as there are positives, and there are no more unlabeled bags than that.",
      remedy: "Give more unlabeled bags.",
    },
  ],
};

/** How good a model is. */
export const EVALUATION: WarningGroup = {
  title: "Evaluation",
  seen: "evaluate, report",
  warnings: [
    {
      code: "few-positives",
      title: "Few independent positive bags",
      cause: "Recall is measured on the positive bags. Copies and bags of one group count once.",
      remedy: "Label more positive bags, of different origin.",
    },
    {
      code: "clipped",
      title: "Measures were cut at 0 or 1",
      cause:
        "A measure without negatives is a difference of estimates. With few bags or a wrong prior it leaves the possible range.",
      remedy: "Do not believe the number; look at its interval, and at other priors.",
    },
    {
      code: "no-positive-answer",
      title: "No bag is called positive",
      cause: "The threshold is above every score.",
      remedy: "Choose a lower threshold, by the prior or by a review budget.",
    },
    {
      code: "no-better-than-chance",
      title: "The ranking may be no better than chance",
      cause: "The interval of the AUC holds one half.",
      remedy: "Label more positives, or look for better features. Review the top of the list to see.",
    },
  ],
};
