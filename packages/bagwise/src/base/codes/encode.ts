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
    "no-openchemlib": error(
      "The package for molecules is not installed",
      "SMILES and molfiles are read with openchemlib, which bagwise does not bring along because few people need it.",
      "Run `npm install openchemlib`.",
    ),
    "unknown-encoder": error(
      "The model was trained with a later version",
      "It needs an encoder that this version does not have.",
      "Use the version of bagwise that trained the model, or a later one.",
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
