import type { Format } from "../format.js";
import { deferred } from "../rows/deferred.js";
import { headLines } from "../text/head.js";

/** svmlight-style text of bags. */
export const svmlight: Format = {
  name: "svmlight",
  title: "svmlight-style text: instance:bag:label index:value ...",
  extensions: ["svmlight", "svm", "libsvm"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => {
    const [first = ""] = headLines(head).filter((line) => !line.trimStart().startsWith("#"));
    // The last pair of the head may be cut off.
    return (
      /^\s*[^\s:,]+:[^\s:]+:[^\s:,]*(\s+\d+:[^\s:,]*)*(\s+\d+)?\s*(#.*)?$/.test(first) || head.startsWith("# bagwise {")
    );
  },
  read: async (source, options) => (await import("../from-svmlight.js")).fromSvmlight(source, options),
  write: (bags) => deferred(async () => (await import("../to-svmlight.js")).toSvmlight(bags)),
};
