import { parseHTML } from "linkedom";

/** An empty document as Node gives it to a report. */
export function emptyDocument(): Document {
  return parseHTML("<!doctype html><html><body></body></html>").document;
}
