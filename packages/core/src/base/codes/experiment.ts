import { caution, error, info, warning } from "./code.js";

/** Experiments on labelled data sets. */
export const EXPERIMENT_CODES = {
  title: "Experiments",
  codes: {
    "not-table-2": warning(
      "The data set is not the paper's",
      "The number of bags, instances or features differs from Table 2 of the paper.",
      "Get the data sets with `bagwise datasets`, or read the results as those of other data.",
    ),
    "data-set-left-out": caution(
      "A data set was left out",
      "It has too few positive or negative bags for the draws you asked for.",
      "Ask for fewer labelled bags, or leave the data set out.",
    ),
    "fewer-labeled": caution(
      "Fewer bags are labelled than you asked for",
      "The protocol original labels at most 40% of the positive bags of a data set.",
      "Nothing, if that is fine. Otherwise use another protocol or larger data.",
    ),
    "fewer-reviewed": caution(
      "Fewer bags are reviewed than you asked for",
      "At most four in five unlabeled bags are reviewed, so that some remain to evaluate on.",
      "Nothing, if that is fine. Otherwise ask for a smaller audit.",
    ),
    "passed-over": info(
      "Some files were skipped",
      "The data folder holds files that are not bags.",
      "Nothing. If one of them should be read, give it the extension of its format.",
    ),
    "other-data": info(
      "Some files of bags were left out",
      "The folder has the paper's data sets and others, and you did not say which to use.",
      "Nothing. If you want the others too, ask for all data sets.",
    ),
    "experiments-differ": caution(
      "Experiments in one report have different options",
      "The report shows two experiments side by side that were not run in the same way.",
      "Keep that in mind when you compare them, or run one of them again.",
    ),
    also: error(
      "The other experiment cannot be shown in this report",
      "It is not complete, is of the same kind, or is not an experiment.",
      "Finish it first, or leave it out.",
    ),
    "data-set": error(
      "No such data set",
      "There is no data set of that name, or there are two.",
      "Choose one of those listed.",
    ),
    "no-data": error(
      "No data were found",
      "The folder does not exist or holds no file of bags.",
      "Name the folder, or set the environment variable BAGWISE_DATA.",
    ),
    "bad-data-set": error(
      "A data set is not as expected",
      "It cannot be read, or it is not the one of the paper.",
      "Get it again.",
    ),
    unlabeled: error(
      "A bag has no known label",
      "An experiment compares answers with the truth, so it must know the label of every bag.",
      "Give every bag the label 1 or -1.",
    ),
    "too-few-bags": error(
      "A data set has too few bags",
      "The draw needs more positive or negative bags than there are.",
      "Ask for fewer bags, or use other data.",
    ),
    method: error(
      "Unknown method of an experiment",
      "Experiments have no method of that name.",
      "Choose one of those listed.",
    ),
    knowledge: error(
      "What the method is told cannot be understood",
      "After the @ comes what the method is told about the prior.",
      "Use one of the forms listed.",
    ),
    family: error(
      "Unknown family of synthetic bags",
      "There is no family of that name.",
      "Choose one of those listed.",
    ),
    check: error("Unknown check of methods", "There is no check of that name.", "Choose one of those listed."),
    "mixed-trials": error(
      "Trials of different experiments are mixed",
      "They differ in an option that must be the same.",
      "Summarise one experiment at a time.",
    ),
    "repeated-summary": error(
      "A report has the same experiment twice",
      "It can show one experiment of each kind.",
      "Leave one out.",
    ),
    "no-results": error("There are no results", "No trial is finished.", "Run at least one trial first."),
    journal: error(
      "The journal of the experiment is damaged",
      "A line was changed, or is not a trial.",
      "Remove the line, or start again in another folder.",
    ),
    "other-experiment": error(
      "The folder holds another experiment",
      "Its results were made with other options or data.",
      "Choose another folder.",
    ),
    locked: error(
      "Another process is working in the folder, or on the review",
      "Two processes must not write to the same files.",
      "Wait until it ends, or choose another folder or session.",
    ),
    network: error("The server cannot be reached", "There is no connection, or it is blocked.", "Check the network."),
    download: error(
      "The download is not what was expected",
      "The server answered with something else.",
      "Get the data by hand and convert it.",
    ),
    compress: error("The .Z file is damaged", "It was cut off or changed.", "Download it again."),
    zip: error("The zip file is damaged", "It was cut off or changed.", "Download it again."),
  },
};
