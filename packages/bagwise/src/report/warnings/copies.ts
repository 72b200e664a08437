import type { WarningGroup } from "./warning.js";

/** Copies of bags in different folds, or in training and test. */
export const COPIES: WarningGroup = {
  title: "Copies and leaks",
  seen: "train, evaluate, and --groups auto",
  warnings: [
    {
      code: "near-duplicates",
      title: "Copies were kept together",
      cause:
        "The method auto found bags that are near-copies of each other. It never parts them when it holds bags out.",
      remedy: "Nothing is to be done. What certainty there is counts every set of copies once.",
    },
    {
      code: "copies-grouped",
      title: "--groups auto looked for copies",
      cause: "You asked to keep near-copies together; this says how many there are.",
      remedy: "Nothing is to be done. If you know where copies come from, a group column says it better.",
    },
    {
      code: "copies-apart",
      title: "Copies stand in different folds",
      cause:
        "Some bags are near-copies of each other and were dealt to different folds. While one was held out, its copy was trained on, so the risk, the measures and the choice of the setting are too good to be true.",
      remedy:
        "Train with --groups auto, or name what belongs together with --group. The setting `paper` of lsdd ignores groups, as the authors' program does: use another one.",
    },
    {
      code: "trained-on",
      title: "The model was trained on these bags",
      cause:
        "The file holds bags that the model was trained on, and its scores of them are too good to judge or decide by. So the scores they had while they were held out stand in for them, or they are left out; the note says which.",
      remedy: "Nothing is to be done. To judge by other bags, give a file of new ones.",
    },
    {
      code: "bags-trained-on",
      title: "The model was trained on some of these bags",
      cause:
        "The file that a model is judged by holds bags with the same instances as bags it was trained on. It scores those better than new ones.",
      remedy: "Believe the measures without them, which are printed beside, or give new bags.",
    },
    {
      code: "equal-by-chance",
      title: "Some of these bags equal training bags, perhaps by chance",
      cause:
        "Bags with few instances and few, common values are equal to some training bag even when they are new. So nobody can tell from the values whether the model was trained on them, and they count as new.",
      remedy: "If you know that bags of the training are in this file, leave them out.",
    },
    {
      code: "near-copies-of-training",
      title: "Some bags are near-copies of training bags",
      cause:
        "With --trained-on the file was compared with the training bags, and some are the same but for a little noise.",
      remedy: "Believe the measures without them, which are printed beside.",
    },
    {
      code: "other-training",
      title: "The training file is another one",
      cause:
        "The file of --trained-on does not hold all bags the model was trained on: it changed since, or it is the wrong file.",
      remedy: "Give the file that the model was trained on. Bags that were trained on are found without it.",
    },
    {
      code: "leakage-unknown",
      title: "Nobody knows whether these bags were trained on",
      cause: "The model was made by a version that did not keep hashes of the training bags.",
      remedy: "Give the training file with --trained-on, or train again.",
    },
  ],
};
