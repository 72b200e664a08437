import { caution, error, info, warning } from "./code.js";

/** What happens while a model is trained. */
export const TRAINING_CODES = {
  title: "Training",
  codes: {
    "nothing-held-out": warning(
      "No bags could be held out",
      "There are too few positive or unlabeled bags, or too few groups of them.",
      "Give at least two bags of each kind, in different groups. Until then nobody knows how good the model is.",
    ),
    alike: warning(
      "Nothing separates positive from unlabeled bags beyond chance",
      "Chance explains how much held-out positive bags score above the unlabeled ones. Either the features say little, or nearly all unlabeled bags are positive, or too few bags are labelled. Every bag gets the prior as its probability.",
      "Audit some unlabeled bags. If most are positive, all is well. Otherwise look for better features.",
    ),
    "too-few-labels": warning(
      "Too few labelled bags to tell whether anything separates them",
      "With so few bags chance can explain even a good order, so nothing is known yet: the features may say much or nothing. Every bag gets the prior as its probability.",
      "Label more positive bags. To find some, review the first bags of the list; it may be better than chance.",
    ),
    "tells-nothing": warning(
      "Nothing tells the bags apart",
      "All features are constant, all bags are equal, or the unlabeled bags are copies of the positive ones.",
      "Check that the right columns were read. Until then every bag gets the prior as its probability.",
    ),
    "extreme-values": caution(
      "Values are beyond ordinary numbers",
      "Values above 1e90 or below 1e-90 cannot be squared, so the model works in other units.",
      "Check that they are real. One value like 1e300 makes all others look equal.",
    ),
    "constant-guess": warning(
      "A constant guess is just as good",
      "Positives are so rare, or so common, that always giving the same answer is right most often.",
      "Use the ranking, which does not depend on it, or choose a threshold by recall or by a review budget.",
    ),
    certificate: warning(
      "The training problem was not solved to full accuracy",
      "The duality gap is larger than allowed, or numbers were too large to compute with.",
      "Scale the features, use a larger lambda, or a normalised kernel.",
    ),
    "not-convex": info(
      "No proof of a best solution exists",
      "The training problem of the method is not convex: training goes downhill from several starts, and other starts may end elsewhere.",
      "Nothing. Judge the model by held-out bags, and compare seeds if you want to know how much the start matters.",
    ),
    negatives: caution(
      "Some bags are known to be negative",
      "The note says what was done with them: used, treated as unlabeled, or left out.",
      "To change that, set the option `negatives`.",
    ),
    "centres-drawn": caution(
      "Not every instance is a kernel centre",
      "Time and memory grow with the number of centres, so some instances were drawn at random.",
      "Raise `centres` if the model matters more than the time.",
    ),
    "instances-drawn": caution(
      "The method was trained on a part of the instances",
      "Of very large bags some instances were drawn at random. Scoring uses every instance.",
      "Nothing, unless a few instances of a large bag matter: then divide it.",
    ),
    "too-many-instances": error(
      "A bag has too many instances for this",
      "A set kernel compares all pairs of instances, and an explanation leaves out each instance.",
      "Draw some of its instances, divide the bag, or use a kernel on statistics.",
    ),
    "fitted-on-sample": info(
      "The ranking was fitted on a sample",
      "With more than 50,000 bags, `auto` fits the ranking on a random sample, labelled bags first. All bags are scored while held out.",
      "Nothing. A fit on all bags would take much longer and hardly differ.",
    ),
    "not-settled": warning(
      "The concave-convex procedure did not converge",
      "The method dsdd used all its steps before it came to rest.",
      "Raise `steps`. The loss would fall a little, seldom much.",
    ),
    epochs: caution(
      "The search had not finished",
      "The method pu-mil still found better confidences in its last epoch.",
      "Raise `epochs`.",
    ),
    "density-points": info(
      "The density uses a sample of the instances",
      "The method pu-mil estimates the density of negative instances from a sample, because the time grows with their number.",
      "Nothing: the sample is large.",
    ),
    "all-negative": warning(
      "All unlabeled bags were treated as negative",
      "The method pu-mil picks as many likely negatives as there are positives, and there are no more unlabeled bags than that.",
      "Give more unlabeled bags.",
    ),
    "no-positive": error(
      "There are no positive bags to learn from",
      "No bag is labelled positive.",
      "Label some bags 1, or say which label value means positive.",
    ),
    "no-unlabeled": error(
      "There are no unlabeled bags to learn from",
      "Every bag is labelled.",
      "Add bags labelled 0 or blank, or treat known negatives as unlabeled.",
    ),
    "no-negative": error(
      "There are no negative bags to learn from",
      "Unlabeled bags are dropped, and no bag is labelled negative.",
      "Label some bags -1, or set `unlabeledAs` to `negative`.",
    ),
    "unlabeled-as-negative": warning(
      "Unlabeled bags are taken for negative",
      "The method learns from positive and negative bags, and there are unlabeled ones.",
      "Compare with `auto`, which does not assume this, or label some bags -1 and set `unlabeledAs` to `drop`.",
    ),
    "unlabeled-dropped": caution(
      "Unlabeled bags are left out",
      "The option `unlabeledAs` is `drop`.",
      "Set it to `negative` to learn from them as if they were negative.",
    ),
    "known-negatives": error(
      "This method has no use for known negatives",
      "Some bags are labelled negative.",
      "Say what to do with them: set `negatives` to `unlabeled` or `drop`.",
    ),
    folds: error(
      "There are too few bags for the folds",
      "Every fold must hold out positive and unlabeled bags, and leave some to learn from.",
      "Ask for fewer folds, or give more bags, in different groups.",
    ),
    landmarks: error(
      "There are more landmarks than bags",
      "Landmarks are drawn from the training bags.",
      "Ask for fewer landmarks.",
    ),
    "too-many-centres": error(
      "So many kernel centres do not fit into memory",
      "The training problem has a matrix whose size is the square of their number.",
      "Ask for fewer `centres`.",
    ),
    "principal-axes": error(
      "The principal axes cannot be computed",
      "Usually values are too large.",
      "Divide the features by a large number.",
    ),
    memory: error(
      "A matrix does not fit into memory",
      "The engine could not reserve the memory.",
      "Use a smaller problem, for instance fewer landmarks.",
    ),
  },
};
