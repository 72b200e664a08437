import type { Format } from "../format.js";
import { deferred } from "../rows/deferred.js";
import { headLines } from "../text/head.js";

/** ARFF, the format of WEKA, flat or with a relational bag attribute. */
export const arff: Format = {
  name: "arff",
  title: "ARFF: WEKA's format, one row per instance or with a relational bag attribute",
  extensions: ["arff"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => {
    const [first = ""] = headLines(head).filter((line) => !line.trimStart().startsWith("%"));
    return /^\s*@(relation|attribute)\b/i.test(first) || (first === "" && head.trimStart().startsWith("%"));
  },
  read: async (source, options) => (await import("../from-arff.js")).fromArff(source, options),
  write: (bags, options) => deferred(async () => (await import("../to-arff.js")).toArff(bags, options)),
};
