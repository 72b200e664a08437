import type { Format } from "./format.js";
import { fromJsonl } from "./from-jsonl.js";
import { headLines } from "./head.js";
import { looksLikeJson } from "./json.js";
import { toJsonl } from "./to-jsonl.js";

/** JSON Lines: one bag or one instance a line. */
export const jsonl: Format = {
  name: "jsonl",
  title: "JSON Lines: one bag or one instance a line",
  extensions: ["jsonl", "ndjson"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => (headLines(head)[0] ?? "").trimStart().startsWith("{") && !looksLikeJson(head),
  read: fromJsonl,
  write: toJsonl,
};
