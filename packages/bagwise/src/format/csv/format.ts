import type { Format, ReadOptions } from "../format.js";
import { deferred } from "../rows/deferred.js";
import type { Source } from "../text/source.js";

/** Comma-separated values, one row per instance; on reading the delimiter is found by looking. */
export const csv: Format = {
  name: "csv",
  title: "comma-separated values, one row per instance",
  extensions: ["csv"],
  holds: { featureNames: true, groups: true },
  // What every other format was asked about before: a table of text is the last guess.
  recognises: (head) => /^[^\0]*[,;|][^\0]*$/.test(head.slice(0, 4096)),
  read,
  write: (bags) => deferred(async () => (await import("../to-csv.js")).toCsv(bags)),
};

/** Tab-separated values, one row per instance. */
export const tsv: Format = {
  name: "tsv",
  title: "tab-separated values, one row per instance",
  extensions: ["tsv", "tab"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => /^[^\0\n]*\t/.test(head.slice(0, 4096)),
  read: (source, options) => read(source, { ...options, delimiter: options.delimiter ?? "\t" }),
  write: (bags) => deferred(async () => (await import("../to-csv.js")).toCsv(bags, { delimiter: "\t" })),
};

async function read(source: Source, options: ReadOptions) {
  return (await import("../from-csv.js")).fromCsv(source, options);
}
