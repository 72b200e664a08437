import { instanceKind } from "./instance-kernel.js";
import { type KernelSpecification, kindOf } from "./kernel.js";

/** Describes the kernel in a sentence: `Polynomial kernel of degree 2 on the minimax statistic.` */
export function describeKernel(kernel: KernelSpecification): string {
  const words = phrase(kernel);
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function phrase(kernel: KernelSpecification): string {
  if (kernel.type === "normalised")
    return `${phrase(kernel.kernel)}, normalised so that every bag has similarity 1 to itself`;
  if (kernel.type !== "sum")
    return kindOf(kernel).phrase(kernel, instanceKind(kernel.kernel.type).phrase(kernel.kernel));
  const { kernels, weights } = kernel;
  const parts = kernels.map((part, i) => `${weights === undefined ? "" : `${weights[i]} times `}[${phrase(part)}]`);
  return `sum of ${parts.join(" and ")}`;
}
