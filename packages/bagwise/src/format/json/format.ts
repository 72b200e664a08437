import type { Format } from "../format.js";
import { deferred } from "../rows/deferred.js";
import { headLines } from "../text/head.js";

/** JSON: a list of bags, a list of instances, or an object with features and bags. */
export const json: Format = {
  name: "json",
  title: "JSON: a list of bags with their instances, or a list of instances",
  extensions: ["json"],
  holds: { featureNames: true, groups: true },
  recognises: looksLikeJson,
  read: async (source, options) => (await import("../from-json.js")).fromJson(source, options),
  write: (bags) => deferred(async () => (await import("../to-json.js")).toJson(bags)),
};

/** Whether a head starts one JSON value, as opposed to JSON Lines. */
export function looksLikeJson(head: string): boolean {
  const [first = ""] = headLines(head).map((line) => line.trim());
  if (first.startsWith("[") || first === "{" || /^\{\s*"bags"\s*:/.test(first)) return true;
  return /^\{\s*"features"\s*:\s*\[[^\]]*\]\s*,/.test(first) && !/^\{[^{[]*"instances"\s*:/.test(first);
}
