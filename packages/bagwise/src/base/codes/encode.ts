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
    "photos-found": info(
      "A column of paths was read as photos",
      "The file has no numbers to learn from, and the values of this column end like names of pictures.",
      "To read another column, name it in `photo`.",
    ),
    "photos-skipped": caution(
      "Photos were left out",
      "Some files are missing or are no pictures, and `invalid` is `skip`. Their bags are not among the bags.",
      "Look at the files that the message names. The command line tells the first three.",
    ),
    "folder-labels": info(
      "The names of folders are the labels",
      "Photos lie in folders called positive, unlabeled or negative, or with words that you named.",
      "Nothing, if that is what they mean. Otherwise rename the folders, or give a file of labels in `labels`.",
    ),
    "other-files": info(
      "Files that are no pictures were left out",
      "The folder of photos also has files whose names do not end like those of pictures.",
      "Nothing, unless some of them are pictures: then give them their usual ending.",
    ),
    "no-photos": error(
      "There are no photos",
      "The folder has no file that ends like a picture, or no column of the file holds paths of pictures.",
      "Name another folder, or the column of paths in `photo`.",
    ),
    "no-photo": error(
      "A photo is not there",
      "The path names no file, or is blank. Paths are relative to the file that holds them.",
      "Correct the path, or set `invalid` to `skip` to leave out such bags.",
    ),
    "bad-photo": error(
      "A photo cannot be read",
      "The file is no picture, is cut off, has more pixels than are safe to decode, or is of a kind that sharp does not know.",
      "Replace the file, or set `invalid` to `skip` to leave out such bags.",
    ),
    "no-decoder": error(
      "Photos cannot be decoded here",
      "Only Node brings what decodes pictures and runs ONNX models.",
      "Read the photos in Node, or give functions that do it in `tools`.",
    ),
    "missing-package": error(
      "A package is missing",
      "Some kinds of data need a package that is not installed with bagwise, because most people do not need it.",
      "Install it as the message says.",
    ),
    "bad-encoder": error(
      "The ONNX model cannot be used",
      "It cannot be loaded, or does not turn pictures of three channels into vectors.",
      "Give a model that takes [n, 3, height, width] and gives [n, d].",
    ),
    "other-encoder": error(
      "This is another ONNX model",
      "A bagwise model keeps the SHA-256 of the ONNX model that it was trained with. Vectors of another one mean something else.",
      "Name the file of the training in `encoder`.",
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
