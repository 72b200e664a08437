import type { WarningGroup } from "./warning.js";

/** Experiments on labelled data sets. */
export const EXPERIMENT: WarningGroup = {
  title: "Experiments",
  seen: "experiment, experiment compare",
  warnings: [
    {
      code: "not-table-2",
      title: "The data set is not that of the paper",
      cause: "Numbers of bags, instances or features differ from the paper's Table 2.",
      remedy: "Fetch the data sets anew with `bagwise datasets`, or read the results as those of other data.",
    },
    {
      code: "too-few-bags",
      title: "A data set was left out",
      cause: "It has too few positive or negative bags for the draws that were asked for.",
      remedy: "Ask for fewer labelled bags, or leave the data set out.",
    },
    {
      code: "fewer-labeled",
      title: "Fewer bags are labelled than were asked for",
      cause: "In the protocol original at most 40 % of the positive bags of a data set are labelled.",
      remedy: "Nothing, if that is fine; otherwise use another protocol or larger data.",
    },
    {
      code: "fewer-reviewed",
      title: "Fewer bags are reviewed than were asked for",
      cause: "At most four in five of the unlabeled bags are reviewed, so that some remain to be judged by.",
      remedy: "Nothing, if that is fine; otherwise ask for a smaller audit.",
    },
    {
      code: "passed-over",
      title: "Files were passed over",
      cause: "The folder of the data holds files that are no bags.",
      remedy: "Nothing is to be done, unless one of them should be read: give it the ending of its format.",
    },
    {
      code: "also",
      title: "Experiments in one report differ in their options",
      cause: "The report shows two experiments side by side that were not run in the same way.",
      remedy: "Compare them with that in mind, or run one of them again.",
    },
  ],
};
