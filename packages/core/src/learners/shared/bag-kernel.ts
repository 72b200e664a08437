import { badOption, text } from "../../base/option.js";
import { checkKernelSpecification } from "../../kernels/check-kernel.js";
import type { KernelSpecification } from "../../kernels/kernel.js";
import { parseKernel } from "../../kernels/parse-kernel.js";

/** The option for a kernel of bags. */
export function bagKernel(usual: string, help: string) {
  return text({ default: usual, help, read: kernelOf });
}

/** A name, a specification, or a specification as JSON, which is how the command line gives it. */
function kernelOf(kernel: string | KernelSpecification, name: string): KernelSpecification {
  if (typeof kernel !== "string") return checkKernelSpecification(kernel);
  if (!kernel.trimStart().startsWith("{")) return parseKernel(kernel);
  let specification: unknown;
  try {
    specification = JSON.parse(kernel);
  } catch {
    throw badOption(name, kernel, "the name of a kernel, or a specification as JSON");
  }
  return checkKernelSpecification(specification);
}
