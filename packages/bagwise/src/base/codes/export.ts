import { error } from "./code.js";

/** What exporting a model may say. */
export const EXPORT_CODES = {
  title: "Exporting a model",
  codes: {
    "not-exportable": error(
      "A model cannot be exported",
      "The model computes something that the target cannot express, such as sparse features.",
      "Score with `bagwise predict` or `bagwise serve`, or train a model that can be exported.",
    ),
  },
} as const;
