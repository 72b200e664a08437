import { count } from "../base/errors.js";
import type { Codebook, InstanceKernelSpecification, KernelSpecification, References } from "./kernel.js";
import { STATISTICS } from "./statistic/statistics.js";

/** Describes the kernel in a sentence: `Polynomial kernel of degree 2 on the minimax statistic.` */
export function describeKernel(kernel: KernelSpecification): string {
  const words = phrase(kernel);
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function phrase(kernel: KernelSpecification): string {
  switch (kernel.type) {
    case "statistic":
      return `${instancePhrase(kernel.kernel)} on the ${kernel.statistic} statistic (${STATISTICS[kernel.statistic].help})`;
    case "set":
      return `mean over all pairs of instances of the ${instancePhrase(kernel.kernel)}`;
    case "graph":
      return `mean over all pairs of instances of the ${instancePhrase(kernel.kernel)}, instances with many near them in their bag counting less (miGraph)`;
    case "edge-graph":
      return `mean over all pairs of instances of the ${instancePhrase(kernel.kernel)}, plus the mean over all pairs of edges between near instances of a Gaussian of width ${kernel.edgeWidth} (MIGraph)`;
    case "affinity":
      return `${instancePhrase(kernel.kernel)} on the largest similarities of the instances to ${pointsPhrase(kernel.codebook)}`;
    case "dissimilarity":
      return `${instancePhrase(kernel.kernel)} on the mean distances of the instances from ${referencesPhrase(kernel.references)}`;
    case "conformal":
      return `mean over all pairs of instances of the ${instancePhrase(kernel.kernel)}, instances counting by the bumps around ${pointsPhrase(kernel.codebook)} near them (conformal)`;
    case "normalised":
      return `${phrase(kernel.kernel)}, normalised so that every bag has similarity 1 to itself`;
    case "sum": {
      const { kernels, weights } = kernel;
      const parts = kernels.map((part, i) => `${weights === undefined ? "" : `${weights[i]} times `}[${phrase(part)}]`);
      return `sum of ${parts.join(" and ")}`;
    }
  }
}

function pointsPhrase(codebook: Codebook | "training"): string {
  if (codebook === "training") return "exemplars of the training instances";
  const { points, width } = codebook;
  return `${count(points.length, "exemplar")} (Gaussian of width ${Number(width.toPrecision(4))})`;
}

function referencesPhrase(references: References | "training"): string {
  return references === "training" ? "training bags" : count(references.sizes.length, "training bag");
}

function instancePhrase(kernel: InstanceKernelSpecification): string {
  switch (kernel.type) {
    case "linear":
      return "linear kernel";
    case "cosine":
      return "cosine kernel";
    case "polynomial": {
      const offset = kernel.offset === 1 ? "" : ` and offset ${kernel.offset}`;
      return `polynomial kernel of degree ${kernel.degree}${offset}`;
    }
    case "gaussian":
    case "laplace": {
      const name = kernel.type === "gaussian" ? "Gaussian" : "Laplace";
      return kernel.width === "median" ? `${name} kernel of median width` : `${name} kernel of width ${kernel.width}`;
    }
  }
}
