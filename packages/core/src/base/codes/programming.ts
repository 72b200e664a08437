import { error } from "./code.js";

/** Arguments that only a program can get wrong. */
export const PROGRAMMING_CODES = {
  title: "The programming interface",
  codes: {
    shape: error(
      "Matrices or vectors do not fit together",
      "Their sizes differ where they must be equal.",
      "Check the sizes in the message.",
    ),
    overlap: error(
      "An output shares memory with an input",
      "The routine would overwrite what it still has to read.",
      "Give it other memory to write to.",
    ),
    labels: error(
      "Labels of a support vector machine are not 1 and -1",
      "There is one label, 1 or -1, for each sample.",
      "Correct the labels.",
    ),
    weights: error(
      "The weights are not valid",
      "There must be one weight above 0 for each unlabeled bag.",
      "Correct the weights.",
    ),
    representation: error(
      "The bags are represented for another kernel",
      "A kernel needs parts of the bags that were not computed or stored.",
      "Represent the bags with the same kernel.",
    ),
    views: error(
      "The statistics do not fit the views",
      "The views need the statistic min-max-mean of bags with the training features.",
      "Compute that statistic.",
    ),
  },
};
