import { optionList } from "@bagwise/core/base";
import type { EncoderEntry } from "../encoder.js";
import { COUNTS_OPTIONS } from "./options.js";
import { sparseObjects } from "./sparse-objects.js";

/** The encoder of objects with many keys in the registry. */
export const countsEntry: EncoderEntry = {
  description: {
    name: "counts",
    title: "Counts: an object with a number for each word or part",
    help: "Objects with many different keys, of which each has a few, become a block of sparse features. They are compared by their cosine; whole numbers as counts of words.",
    rowIsBag: false,
    options: optionList(COUNTS_OPTIONS),
    browser: true,
  },
  isAsked: ({ counts }) => counts !== undefined,
  suits: (grid) => sparseObjects(grid).length > 0,
  load: async () => (await import("./counts-encoder.js")).countsEncoder,
};
