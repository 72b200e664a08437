import type { BagSet } from "../../bags/bag-set.js";
import { applyScaling, type Scaling } from "../../bags/scaling.js";
import type { Matrix } from "../../linalg/matrix.js";
import { gram } from "../gram/gram.js";
import type { KernelSpecification } from "../kernel.js";
import { represent } from "../representation.js";
import { resolveKernel } from "../resolve-kernel.js";
import { type FurtherViews, furtherKernel } from "./further.js";

/** Further views of training bags, and their sum between these bags and the centres. */
export interface PreparedFurther {
  readonly views: FurtherViews;
  /** Not divided by the number of kernels. */
  readonly sum: Matrix;
}

/**
 * Fits kernels to training bags: widths, codebooks and factors, none of which reads a label. Every kernel
 * that is not normalised is. If every bag is a centre, in order, the sum is exactly symmetric. Costs a
 * kernel matrix of bags by centres for each kernel. Throws an InputError for a bag that a kernel cannot
 * take.
 */
export function prepareFurther(
  bags: BagSet,
  {
    kernels,
    scaling,
    centres,
    seed,
  }: {
    readonly kernels: readonly KernelSpecification[];
    readonly scaling: Scaling;
    readonly centres: Uint32Array;
    readonly seed: number;
  },
): PreparedFurther {
  const scaled = applyScaling(scaling, bags);
  const specified: KernelSpecification = { type: "sum", kernels: kernels.map(normalised) };
  const kernel = resolveKernel(specified, scaled, { seed });
  if (kernel.type !== "sum") throw new TypeError("a sum of kernels stays a sum");
  if (centres.length === bags.size && centres.every((bag, k) => bag === k)) {
    const representation = represent(kernel, scaled);
    return { views: { scaling, kernel, centres: representation }, sum: gram(kernel, representation) };
  }
  const views = { scaling, kernel, centres: represent(kernel, scaled.subset(centres)) };
  return { views, sum: furtherKernel(views)(bags) };
}

function normalised(kernel: KernelSpecification): KernelSpecification {
  return kernel.type === "normalised" ? kernel : { type: "normalised", kernel };
}
