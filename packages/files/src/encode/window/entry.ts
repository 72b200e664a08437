import { optionList } from "@bagwise/core/base";
import type { EncoderEntry } from "../encoder.js";
import { WINDOW_OPTIONS } from "./options.js";

/** The encoder of windows in the registry. */
export const windowEntry: EncoderEntry = {
  description: {
    name: "window",
    title: "Time series: a series is a bag of windows",
    help: "A window is a stretch of the rows of a bag, in the order of their time. Each column of numbers is described by its mean, spread, extremes, slope and how it changes.",
    rowIsBag: false,
    joinsRows: true,
    options: optionList(WINDOW_OPTIONS),
    browser: true,
  },
  isAsked: ({ window, step, time }) => [window, step, time].some((value) => value !== undefined),
  // Any table of numbers could be a series; only you know.
  suits: () => false,
  load: async () => (await import("./window-encoder.js")).windowEncoder,
};
