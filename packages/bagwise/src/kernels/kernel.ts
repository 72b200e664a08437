import type { StatisticName } from "../statistics/statistics.js";

/**
 * A kernel of two vectors x and y, as plain data. `Width` is a number, or also "median" in a
 * specification.
 */
type InstanceKernelOf<Width> =
  /** x.y */
  | { readonly type: "linear" }
  /** (x.y + offset)^degree; degree a whole number from 1 up, offset at least 0. */
  | { readonly type: "polynomial"; readonly degree: number; readonly offset: number }
  /** exp(-|x - y|^2 / (2 width^2)) */
  | { readonly type: "gaussian"; readonly width: Width }
  /** exp(-|x - y| / width), with the Euclidean distance. */
  | { readonly type: "laplace"; readonly width: Width }
  /** x.y / (|x| |y|); 0 when one of the two is 0. */
  | { readonly type: "cosine" };

/** A kernel of two bags X and Y, as plain data, so that a model file can hold it. */
export type KernelOf<Width> =
  /** k(s(X), s(Y)) for a statistic s: the statistic kernel of Gaertner et al. (2002). */
  | { readonly type: "statistic"; readonly statistic: StatisticName; readonly kernel: InstanceKernelOf<Width> }
  /**
   * The mean of k(x, y) over all x in X and y in Y: the normalised set kernel of Gaertner et al.
   * (2002).
   */
  | { readonly type: "set"; readonly kernel: InstanceKernelOf<Width> }
  /**
   * The mean of k(x, y) in which an instance with c instances near it, itself included, counts 1 / c:
   * the kernel of miGraph (Zhou et al. 2009). See `graphWeights`.
   */
  | { readonly type: "graph"; readonly kernel: InstanceKernelOf<Width> }
  /** k(X, Y) / sqrt(k(X, X) k(Y, Y)); 0 when one of the two self-similarities is 0. */
  | { readonly type: "normalised"; readonly kernel: KernelOf<Width> }
  /** The weighted sum of kernels; without weights each counts 1. */
  | { readonly type: "sum"; readonly kernels: readonly KernelOf<Width>[]; readonly weights?: readonly number[] };

export type InstanceKernel = InstanceKernelOf<number>;

/** A kernel of bags with all parameters known. */
export type Kernel = KernelOf<number>;

/** A width, or "median" for the median distance in the training bags. */
export type Width = number | "median";

export type InstanceKernelSpecification = InstanceKernelOf<Width>;

/** A kernel of bags in which a width may be "median". `resolveKernel` turns it into a `Kernel`. */
export type KernelSpecification = KernelOf<Width>;

export const INSTANCE_KERNEL_NAMES = ["linear", "polynomial", "gaussian", "laplace", "cosine"] as const;

export type InstanceKernelName = (typeof INSTANCE_KERNEL_NAMES)[number];

/** Replaces every instance kernel inside this kernel with the result of `change`. */
export function mapInstanceKernels<From, To>(
  kernel: KernelOf<From>,
  change: (kernel: InstanceKernelOf<From>, owner: KernelOf<From>) => InstanceKernelOf<To>,
): KernelOf<To> {
  switch (kernel.type) {
    case "statistic":
      return { type: "statistic", statistic: kernel.statistic, kernel: change(kernel.kernel, kernel) };
    case "set":
    case "graph":
      return { type: kernel.type, kernel: change(kernel.kernel, kernel) };
    case "normalised":
      return { type: "normalised", kernel: mapInstanceKernels(kernel.kernel, change) };
    case "sum": {
      const kernels = kernel.kernels.map((part) => mapInstanceKernels(part, change));
      return { type: "sum", kernels, ...(kernel.weights === undefined ? {} : { weights: kernel.weights }) };
    }
  }
}

/** A kernel of two bags that compares their instances in pairs. */
export type PairKernel = Extract<Kernel, { type: "set" | "graph" }>;

/** The leaves of this kernel: those that are not made of other kernels of bags. */
export function leavesOf<W>(kernel: KernelOf<W>): Exclude<KernelOf<W>, { type: "normalised" | "sum" }>[] {
  switch (kernel.type) {
    case "statistic":
    case "set":
    case "graph":
      return [kernel];
    case "normalised":
      return leavesOf(kernel.kernel);
    case "sum":
      return kernel.kernels.flatMap(leavesOf);
  }
}
