import { error } from "./code.js";

/** What exporting and serving a model may say. */
export const EXPORT_CODES = {
  title: "Exporting and serving a model",
  codes: {
    "not-exportable": error(
      "A model cannot be exported",
      "The model computes something that the target cannot express, such as sparse features.",
      "Score with `bagwise predict` or `bagwise serve`, or train a model that can be exported.",
    ),
    "cannot-listen": error(
      "The server cannot listen there",
      "Another program uses the port, or the address is not one of this machine.",
      "Choose another port with `--port`, or another address with `--host`.",
    ),
  },
} as const;
