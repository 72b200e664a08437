import { InputError } from "@bagwise/core/base";
import {
  asPower,
  type Codebook,
  gramDiagonal,
  type InstanceKernel,
  instanceRows,
  type Kernel,
  type PairsKernel,
  pointsOf,
  type Representation,
  STATISTICS,
  statisticRows,
  vectorName,
  weighted,
} from "@bagwise/core/kernels";
import type { Aggregate, BagSimilarity, BagVectors, InstanceWeights, ProgramKernel, Rows } from "./program.js";

/** The similarity of bags, given by their rows, to these centres. */
export function ofKernel(kernel: Kernel, centres: Representation, rows: Rows): BagSimilarity {
  const power = asPower(kernel);
  if (power !== undefined && power.degree > 1)
    return { op: "power", of: ofKernel(power.base, centres, rows), degree: power.degree };
  switch (kernel.type) {
    case "statistic":
    case "affinity": {
      const of: BagVectors =
        kernel.type === "statistic"
          ? {
              op: "statistic",
              of: rows,
              parts: STATISTICS[kernel.statistic].parts as readonly Aggregate[],
              within: false,
            }
          : { op: "nearest", of: rows, ...bumpsOf(kernel.codebook) };
      const compared = statisticRows(centres, vectorName(kernel));
      return { op: "compare", of, transform: null, centres: compared, kernel: vectorKernel(kernel.kernel) };
    }
    case "set":
    case "graph":
    case "conformal": {
      const found = weighted(kernel, instanceRows(centres));
      return {
        op: "pairs",
        of: rows,
        weights: weightsOf(kernel),
        centres: found.rows,
        offsets: found.offsets,
        centreWeights: found.weights ?? null,
        kernel: vectorKernel(kernel.kernel),
      };
    }
    case "normalised": {
      const roots = gramDiagonal(kernel.kernel, centres).map((value) => (value > 0 ? Math.sqrt(value) : 0));
      return { op: "normalise", of: ofKernel(kernel.kernel, centres, rows), roots };
    }
    case "sum":
      return {
        op: "sum",
        of: kernel.kernels.map((part) => ofKernel(part, centres, rows)),
        weights: kernel.kernels.map((_, k) => kernel.weights?.[k] ?? 1),
        divisor: 1,
      };
    case "dissimilarity":
      throw new InputError({
        code: "not-exportable",
        message:
          "the kernel dissimilarity measures how far a bag is from whole training bags, which an export cannot hold",
        remedy: "Score with bagwise predict or bagwise serve, or train with another kernel, such as set.",
      });
    case "edge-graph":
      throw new InputError({
        code: "not-exportable",
        message: "the kernel edge-graph compares pairs of instances with pairs, which an export cannot hold",
        remedy: "Score with bagwise predict or bagwise serve, or train with another kernel, such as graph.",
      });
  }
}

/** The kernel of two vectors, with its rate in place of its width. */
export function vectorKernel(kernel: InstanceKernel): ProgramKernel {
  if (kernel.type === "gaussian") return { type: "gaussian", rate: 0.5 / (kernel.width * kernel.width) };
  if (kernel.type === "laplace") return { type: "laplace", rate: 1 / kernel.width };
  return { ...kernel };
}

function weightsOf(kernel: Exclude<PairsKernel, { type: "edge-graph" }>): InstanceWeights {
  if (kernel.type === "set") return { type: "equal" };
  if (kernel.type === "graph") return { type: "graph" };
  return { type: "conformal", ...bumpsOf(kernel.codebook), factors: Float64Array.from(kernel.factors) };
}

function bumpsOf(codebook: Codebook) {
  const points = pointsOf(codebook, codebook.points[0].length);
  return { points, rate: 0.5 / (codebook.width * codebook.width) };
}
