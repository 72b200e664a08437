import { caution, error, info } from "./code.js";

/** What turning raw things into instances may say. */
export const ENCODE_CODES = {
  title: "Texts, molecules, photos and time series",
  codes: {
    "texts-found": info(
      "Columns of long texts were read as documents",
      "The file has no numbers to learn from, and these columns hold long texts.",
      "To read other columns, name them in `text`.",
    ),
    "rows-are-bags": info(
      "Each row is a bag",
      "Nothing in the file says that several rows belong together.",
      "If they do, name the column that says so in `bag`.",
    ),
    "empty-texts": caution(
      "Documents without text",
      "A document without a single word is kept, with one empty passage. Nothing tells it from another one.",
      "Fill in the texts, or leave out the rows.",
    ),
    "no-words": error(
      "There are no words",
      "The columns of text hold no letter and no digit.",
      "Name the columns of text in `text`.",
    ),
    "windows-made": info(
      "Series were cut into windows",
      "You gave the length of a window. The rows of each bag were sorted by time and cut.",
      "Nothing, if the number of windows is what you expect. Otherwise change `window` and `step`.",
    ),
    "window-gaps": info(
      "Values are missing in some windows",
      "Rows without a value are left out of the statistics of their window. If the training file has such rows, their share in each window is a feature.",
      "Nothing, or fill in the values.",
    ),
    "varying-columns": info(
      "Columns that change within a series were left out",
      "Words, dates and lists that are different in the rows of a series do not belong to the series, and have no mean.",
      "Nothing, or turn them into numbers.",
    ),
    "no-window": error(
      "The length of the windows is missing",
      "`step` or `time` was given, which say how to cut a series into windows, but not how long they are.",
      "Give the length in `window`.",
    ),
    "no-time": error(
      "A row has no time",
      "The column named in `time` has a blank cell, or one that is neither a number nor a date.",
      "Give every row a time, all written in the same way, or leave the row out.",
    ),
    "unknown-encoder": error(
      "The model was trained with a later version",
      "It needs an encoder that this version does not have.",
      "Use the version of bagwise that trained the model, or a later one.",
    ),
    "sparse-features": error(
      "The method cannot use sparse features",
      "Words and fingerprints form blocks of sparse features. Some methods only take plain numbers.",
      "Use the method `auto`.",
    ),
  },
} as const;
