import type { Format } from "../format.js";
import { looksLikeJson } from "../json/format.js";
import { deferred } from "../rows/deferred.js";
import { headLines } from "../text/head.js";

/** JSON Lines: one bag or one instance a line. */
export const jsonl: Format = {
  name: "jsonl",
  title: "JSON Lines: one bag or one instance a line",
  extensions: ["jsonl", "ndjson"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => (headLines(head)[0] ?? "").trimStart().startsWith("{") && !looksLikeJson(head),
  read: async (source, options) => (await import("../from-jsonl.js")).fromJsonl(source, options),
  write: (bags, options) => deferred(async () => (await import("../to-jsonl.js")).toJsonl(bags, options)),
};
