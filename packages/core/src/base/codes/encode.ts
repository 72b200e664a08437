import { caution, error, info } from "./code.js";

/** What turning raw things into instances may say. */
export const ENCODE_CODES = {
  title: "Texts, molecules, photos and time series",
  codes: {
    "texts-found": info(
      "Columns of long texts were read as documents",
      "The file has no numbers to learn from, and these columns hold long texts.",
      "Nothing, if that is right. To read other columns, name them in `text`.",
    ),
    "counts-found": info(
      "Objects were read as sparse features",
      "The objects of the column have many different keys, of which each has a few.",
      "Nothing, if that is right. To name such columns yourself, use `counts`.",
    ),
    "not-counts": error(
      "A column of counts holds something else",
      "Each cell must be an object with a number for each key.",
      "Correct the cell, or leave the column out of `counts`.",
    ),
    "sparse-read": info(
      "Many features that are mostly 0 form one block",
      "Each instance has only a few of them, so they are kept without their zeros, and compared as one vector.",
      "Nothing, if that is right. To use each as a feature of its own, set `sparse` to false.",
    ),
    "unknown-terms": caution(
      "Features that the model does not know were left out",
      "The training file had fewer features than this one.",
      "Nothing, if they are new words. Otherwise check that the file numbers its features as the training file does.",
    ),
    "rows-are-bags": info(
      "Each row is a bag",
      "Nothing in the file says that several rows belong together.",
      "Nothing, if that is right. If they do, name the column that says so in `bag`.",
    ),
    "empty-texts": caution(
      "Documents without text",
      "A document without a single word is kept, with one empty passage. Nothing tells it from another one.",
      "Fill in the texts, or leave out the rows.",
    ),
    "many-terms": caution(
      "Very many different terms",
      "Words, pairs of words and pieces of words are told apart up to eight million of each. Those that first appear later are not counted.",
      "Read fewer texts, or look for what is no language, such as packed pictures. If the file is sorted, shuffle it.",
    ),
    "no-words": error(
      "There are no words",
      "The columns of text hold no letter and no digit.",
      "Name the columns of text in `text`.",
    ),
    "molecules-found": info(
      "A column was read as molecules",
      "Its cells are molfiles, or SMILES in a file without measurements.",
      "Nothing, if that is right. To read another column, name it in `smiles`.",
    ),
    "bad-molecule": error(
      "A molecule cannot be read",
      "The SMILES or the molfile is broken, cut off, or no molecule of known atoms.",
      "Correct it, or leave out all molecules that cannot be read with `invalid: skip`.",
    ),
    "molecules-skipped": caution(
      "Molecules were left out",
      "They cannot be read, and you asked to leave such molecules out.",
      "Correct them if they matter.",
    ),
    "salts-stripped": info(
      "Counter-ions and solvents were left out",
      "A structure has several parts. The largest one is used.",
      "Nothing, unless the smaller part is the one that acts.",
    ),
    "no-conformers": caution(
      "Molecules without conformers",
      "They are too large, or their stereo centres contradict each other. Their drawing stands for their shape.",
      "Check their stereo centres, give coordinates in an SDF file, or compare molecules by their parts alone with `conformers: 0`.",
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
      "Nothing, if that is right. To read another column, name it in `photo`.",
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
    "no-such-vector": error(
      "No feature belongs to the vector",
      "You named how the features of a vector begin, and fewer than two do.",
      "Name how they begin, such as `emb_` for emb_1, emb_2 and so on.",
    ),
    "unknown-sample": error(
      "There is no such sample",
      "A few small files to try things on come with bagwise, and the name is none of theirs.",
      "`bagwise sample --help` lists them.",
    ),
    "sparse-unused": caution(
      "Sparse features are not used",
      "Words and fingerprints form blocks of sparse features. The method only takes plain numbers, and there are some.",
      "Use the method `auto` to learn from both.",
    ),
    "sparse-features": error(
      "The method cannot use sparse features",
      "Words and fingerprints form blocks of sparse features. Some methods only take plain numbers.",
      "Use the method `auto`.",
    ),
  },
} as const;
