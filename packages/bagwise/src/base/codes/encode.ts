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
    "counts-found": info(
      "Objects were read as sparse features",
      "The objects of the column have many different keys, of which each has a few.",
      "To name such columns yourself, use `counts`.",
    ),
    "not-counts": error(
      "A column of counts holds something else",
      "Each cell must be an object with a number for each key.",
      "Correct the cell, or leave the column out of `counts`.",
    ),
    "sparse-read": info(
      "Many features that are mostly 0 form one block",
      "Each instance has only a few of them, so they are kept without their zeros, and compared as one vector.",
      "To use each as a feature of its own, set `sparse` to false.",
    ),
    "unknown-terms": caution(
      "Features that the model does not know were left out",
      "The training file had fewer features than this one.",
      "Nothing, if they are new words. Otherwise check that the file numbers its features as the training file does.",
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
    "molecules-found": info(
      "A column was read as molecules",
      "Its cells are molfiles, or SMILES in a file without measurements.",
      "To read another column, name it in `smiles`.",
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
    "no-such-vector": error(
      "No feature belongs to the vector",
      "You named how the features of a vector begin, and fewer than two do.",
      "Name how they begin, such as `emb_` for emb_1, emb_2 and so on.",
    ),
    "unknown-sample": error(
      "There is no such sample",
      "bagwise comes with a few small files to try things on.",
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
