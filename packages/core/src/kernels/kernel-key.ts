import { codebookKey } from "./codebook/codebook.js";
import { referencesKey } from "./references/dissimilarities.js";

/** The kernel as a short text, codebooks and reference bags by their names: the same for equal kernels. */
export function kernelKey(kernel: unknown): string {
  return JSON.stringify(kernel, (name, value) => {
    if (name === "codebook") return codebookKey(value);
    return name === "references" ? referencesKey(value) : value;
  });
}
