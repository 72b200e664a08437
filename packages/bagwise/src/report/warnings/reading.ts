import type { WarningGroup } from "./warning.js";

/** What was decided while a file was read or written. */
export const READING: WarningGroup = {
  title: "Reading and writing files",
  seen: "inspect, train, convert, and every command that reads bags",
  warnings: [
    {
      code: "format",
      title: "The format was recognised",
      cause: "Nothing is wrong: the name and the first bytes of the file told what it is.",
      remedy: "If it was taken for something else, say what it is with --format.",
    },
    {
      code: "guessed",
      title: "Columns were guessed",
      cause: "Nobody said which columns hold the bag, the label and the group, so their names decided.",
      remedy: "Check the guess. Name the columns with --bag, --label and --group; --group none means no group column.",
    },
    {
      code: "ignored-text",
      title: "Text columns were left out",
      cause: "Features are numbers, and these columns hold words.",
      remedy:
        "Nothing, if they are names or remarks. Otherwise turn them into numbers, such as one column of 0 and 1 for each word. A number with a unit counts as text.",
    },
    {
      code: "ignored-index",
      title: "A column without a name was left out",
      cause: "The first column has no name, as the row index that pandas writes.",
      remedy: "If it is a feature, give it a name.",
    },
    {
      code: "ignored-bag-fields",
      title: "Values of whole bags were left out",
      cause: "In JSON a bag may hold more than its id, label, group and instances; only instances have features.",
      remedy: "To use such a value, give it to every instance of the bag.",
    },
    {
      code: "no-label",
      title: "There is no label column",
      cause: "No column is called as a label is, so every bag is unlabeled.",
      remedy: "To score bags this is fine. To train, name the column with --label.",
    },
    {
      code: "partial-groups",
      title: "Groups were dropped",
      cause: "Some bags have a group and some have none, so it is not known what must stay together.",
      remedy: "Give every bag a group; a bag without company gets a name of its own.",
    },
    {
      code: "dropped",
      title: "Instances with missing values were dropped",
      cause: "Some values are blank, ? or NA, and --missing drop says to leave such instances out.",
      remedy:
        "If many are gone, use --missing median, or find out why values are missing: that alone may tell the label.",
    },
    {
      code: "lost-bags",
      title: "Bags were lost",
      cause: "With --missing drop every instance of these bags was dropped.",
      remedy: "Use --missing median, or leave out the feature that is missing with --ignore.",
    },
    {
      code: "imputed",
      title: "Missing values were replaced",
      cause: "Some values are blank, ? or NA, and --missing median says to put the median of the feature there.",
      remedy: "Nothing, if they are few. If they are many, leave the feature out with --ignore and compare.",
    },
    {
      code: "not-held",
      title: "The format cannot hold everything",
      cause: "The Musk layout has no place for some of what the bags have, such as names of features or groups.",
      remedy: "Write CSV, JSON or Parquet to keep it.",
    },
  ],
};
