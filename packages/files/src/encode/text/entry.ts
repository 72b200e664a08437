import { optionList } from "@bagwise/core/base";
import type { EncoderEntry } from "../encoder.js";
import { hasNumbers } from "../first-cells.js";
import { longTexts } from "./long-texts.js";
import { TEXT_OPTIONS } from "./options.js";

/** The text encoder in the registry. */
export const textEntry: EncoderEntry = {
  description: {
    name: "text",
    title: "Texts: a document is a bag of passages",
    help: "A passage is a sentence, or a window of words. Documents are compared by their words, by pieces of words, and by topics.",
    rowIsBag: true,
    options: optionList(TEXT_OPTIONS),
    browser: true,
  },
  isAsked: ({ text }) => text !== undefined,
  suits: (grid) => longTexts(grid).length > 0 && !hasNumbers(grid),
  load: async () => (await import("./text-encoder.js")).textEncoder,
};
