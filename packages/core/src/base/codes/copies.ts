import { caution, error, info, warning } from "./code.js";

/** Copies of bags in different folds, or in training and test. */
export const COPY_CODES = {
  title: "Copies and leaks",
  codes: {
    "copies-apart": warning(
      "Copies are in different folds",
      "Some bags are near-copies of each other and landed in different folds. While one was held out, the model trained on its copy, so the risk, the measures and the choice of the setting are too good to be true.",
      "Train with `groups` set to `auto`, or name what belongs together with `group`. The setting `paper` of lsdd ignores groups, as the authors' program does: use another one.",
    ),
    "near-duplicates": info(
      "Copies were kept together",
      "The method auto found bags that are near-copies of each other. It never separates them when it holds bags out.",
      "Nothing. Intervals count every set of copies once.",
    ),
    "copies-grouped": info(
      "Copies were looked for",
      "You asked to keep near-copies together; the note says how many there are.",
      "Nothing. If you know where copies come from, a group column says it better.",
    ),
    "trained-on": info(
      "The model was trained on these bags",
      "The file holds bags that the model was trained on, and its scores of them are too good to judge or decide by. So their held-out scores are used instead, or they are left out; the note says which.",
      "Nothing. To judge the model by other bags, give a file of new ones.",
    ),
    "held-out-scores": info(
      "Training bags have their held-out scores",
      "The file holds bags that the model was trained on. Its own scores of them lean towards the labels they had in training, so those of fits that had not seen them are shown, and marked (`heldOut`).",
      "Nothing.",
    ),
    "in-sample-scores": caution(
      "Training bags have scores that lean towards their labels",
      "The file holds bags that the model was trained on, and the model does not keep their held-out scores: nothing could be held out, the method holds nothing out, or an older bagwise trained it.",
      "Train again, or do not compare these scores with those of new bags.",
    ),
    "bags-trained-on": warning(
      "The model was trained on some of these bags",
      "The file holds bags with the same instances as training bags. The model scores those better than new ones.",
      "Trust the measures without them, which are printed next to the others, or give new bags.",
    ),
    "near-copies-of-training": warning(
      "Some bags are near-copies of training bags",
      "The file was compared with the training file (`trained-on`), and some bags differ from training bags only by a little noise.",
      "Trust the measures without them, which are printed next to the others.",
    ),
    "equal-by-chance": caution(
      "Some bags equal training bags, perhaps by chance",
      "Bags with few instances and few, common values often equal a training bag even when they are new. The values cannot tell, so these bags count as new.",
      "If you know that training bags are in this file, leave them out.",
    ),
    "other-training": caution(
      "This is not the training file",
      "The file you named with `trained-on` does not hold all bags the model was trained on. It has changed since, or it is the wrong file.",
      "Give the file that the model was trained on. Exact training bags are found without it.",
    ),
    "leakage-unknown": caution(
      "It is not known whether these bags were trained on",
      "The model holds no hashes of its training bags.",
      "Name the training file with `trained-on`, or train again.",
    ),
    "only-training-bags": error(
      "The model was trained on all of these bags",
      "Its scores of them are too good to judge or decide by, and nothing else is left.",
      "Give bags that are new to the model, or use its held-out scores.",
    ),
  },
};
