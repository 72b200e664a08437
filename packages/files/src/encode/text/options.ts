import { integer } from "@bagwise/core/base";
import { columnNames } from "../column-names.js";

/** Options of the text encoder. */
export const TEXT_OPTIONS = {
  text: columnNames("columns of text, comma-separated; a row is a bag of passages"),
  passage: integer({
    default: null,
    range: { min: 5, max: 10_000 },
    help: "number of words of a passage (default: a sentence)",
  }),
};
