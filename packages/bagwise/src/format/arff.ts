import type { Format } from "./format.js";
import { fromArff } from "./from-arff.js";
import { headLines } from "./head.js";
import { toArff } from "./to-arff.js";

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
  read: fromArff,
  write: toArff,
};
