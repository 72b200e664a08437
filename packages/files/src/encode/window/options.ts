import { badOption, number, text } from "@bagwise/core/base";

/** Lengths and steps of windows. */
const LENGTH = { min: 0, max: 1e15, above: true } as const;

/** Options of the encoder of windows. */
export const WINDOW_OPTIONS = {
  window: number({
    default: null,
    range: LENGTH,
    help: "length of a window of a series: in the unit of the option time, in seconds if that holds dates, else in rows",
  }),
  step: number({
    default: null,
    range: LENGTH,
    help: "distance between the beginnings of two windows (default: half a window)",
  }),
  time: text({
    default: null,
    help: "column with the time of each row, as a number or a date (default: rows are counted)",
    read: (given: string, name): string => {
      if (typeof given !== "string" || given === "") throw badOption(name, given, "the name of a column");
      return given;
    },
  }),
};
