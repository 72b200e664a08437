import type { StatisticName } from "./statistic/statistics.js";

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

/** Points among the instances, and the width of the Gaussian bump around each, as plain data. */
export interface Codebook {
  /** At least one. All have the same length, the number of features. */
  readonly points: readonly (readonly number[])[];
  readonly width: number;
}

/** Bags to compare other bags with, as plain data. */
export interface References {
  /** The instances of all of them, bag after bag. At least one. All have the same length, the number of features. */
  readonly points: readonly (readonly number[])[];
  /** How many instances each bag has, at least one. */
  readonly sizes: readonly number[];
}

/**
 * A kernel of two bags X and Y, as plain data, so that a model file can hold it. `Open` is also
 * "training" in a specification, for what is learned from the training bags.
 */
export type KernelOf<Width, Open = never> =
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
  /**
   * The mean of k(x, y) over all pairs, plus the mean over pairs of edges of a Gaussian of this width: the
   * kernel of MIGraph, with edges (Zhou et al. 2009). See `edgesOf`.
   */
  | { readonly type: "edge-graph"; readonly kernel: InstanceKernelOf<Width>; readonly edgeWidth: number }
  /** k(a(X), a(Y)) for the similarities a to the points of a codebook: see `affinities`. */
  | { readonly type: "affinity"; readonly codebook: Codebook | Open; readonly kernel: InstanceKernelOf<Width> }
  /** k(d(X), d(Y)) for the dissimilarities d from reference bags: see `dissimilarities`. */
  | { readonly type: "dissimilarity"; readonly references: References | Open; readonly kernel: InstanceKernelOf<Width> }
  /**
   * The mean of c(x) c(y) k(x, y) over all pairs: the conformal kernel of Blaschko and Hofmann (2006).
   * c is the sum over a codebook of factor times bump; see `rarities` for where factors come from.
   */
  | {
      readonly type: "conformal";
      readonly codebook: Codebook | Open;
      /** One for each point, at least 0, not all 0. */
      readonly factors: readonly number[] | Open;
      readonly kernel: InstanceKernelOf<Width>;
    }
  /** k(X, Y) / sqrt(k(X, X) k(Y, Y)); 0 when one of the two self-similarities is 0. */
  | { readonly type: "normalised"; readonly kernel: KernelOf<Width, Open> }
  /** The weighted sum of kernels; without weights each counts 1. */
  | { readonly type: "sum"; readonly kernels: readonly KernelOf<Width, Open>[]; readonly weights?: readonly number[] };

export type InstanceKernel = InstanceKernelOf<number>;

/** A kernel of bags with all parameters known. */
export type Kernel = KernelOf<number>;

/** A width, or "median" for the median distance in the training bags. */
export type Width = number | "median";

export type InstanceKernelSpecification = InstanceKernelOf<Width>;

/**
 * A kernel of bags in which a width may be "median", and a codebook, factors and references "training". `resolveKernel` turns
 * it into a `Kernel`.
 */
export type KernelSpecification = KernelOf<Width, "training">;

export const INSTANCE_KERNEL_NAMES = ["linear", "polynomial", "gaussian", "laplace", "cosine"] as const;

export type InstanceKernelName = (typeof INSTANCE_KERNEL_NAMES)[number];

/** A kernel of bags that is not made of other kernels of bags. */
export type LeafOf<Width, Open = never> = Exclude<KernelOf<Width, Open>, { type: "normalised" | "sum" }>;

const VECTOR_TYPES = ["statistic", "affinity", "dissimilarity"] as const;
type VectorType = (typeof VECTOR_TYPES)[number];

/** Whether a kernel of two bags compares one vector of each. */
export function isVectorKernel<W, O>(kernel: KernelOf<W, O>): kernel is Extract<KernelOf<W, O>, { type: VectorType }> {
  return (VECTOR_TYPES as readonly string[]).includes(kernel.type);
}

/** A kernel of two bags that compares one vector of each. */
export type VectorKernel = Extract<Kernel, { type: VectorType }>;

/** A kernel of two bags that compares their instances in pairs. */
export type PairKernel = Extract<Kernel, { type: "set" | "graph" | "conformal" }>;

/** The kernel of bags that compares their instances and the edges between these. */
export type EdgeKernel = Extract<Kernel, { type: "edge-graph" }>;

/** The width of the Gaussian of edges, whose descriptions are shares, if none is given. */
export const USUAL_EDGE_WIDTH = 0.25;

/** Replaces every leaf of this kernel with the result of `change`. */
export function mapLeaves<W, O, V, P>(
  kernel: KernelOf<W, O>,
  change: (leaf: LeafOf<W, O>) => LeafOf<V, P>,
): KernelOf<V, P> {
  if (kernel.type === "normalised") return { type: "normalised", kernel: mapLeaves(kernel.kernel, change) };
  if (kernel.type !== "sum") return change(kernel);
  const kernels = kernel.kernels.map((part) => mapLeaves(part, change));
  return { type: "sum", kernels, ...(kernel.weights === undefined ? {} : { weights: kernel.weights }) };
}

/** Replaces every instance kernel inside this kernel with the result of `change`. */
export function mapInstanceKernels<From, To, Open = never>(
  kernel: KernelOf<From, Open>,
  change: (kernel: InstanceKernelOf<From>, owner: LeafOf<From, Open>) => InstanceKernelOf<To>,
): KernelOf<To, Open> {
  return mapLeaves(kernel, (leaf): LeafOf<To, Open> => ({ ...leaf, kernel: change(leaf.kernel, leaf) }));
}

/** The leaves of this kernel. */
export function leavesOf<W, Open = never>(kernel: KernelOf<W, Open>): LeafOf<W, Open>[] {
  if (kernel.type === "normalised") return leavesOf(kernel.kernel);
  if (kernel.type === "sum") return kernel.kernels.flatMap((part) => leavesOf(part));
  return [kernel];
}

/** Whether every width of the kernel is a number and every codebook and reference known. */
export function isResolved(kernel: KernelSpecification): kernel is Kernel {
  return leavesOf(kernel).every((leaf) => {
    if ("codebook" in leaf && leaf.codebook === "training") return false;
    if (leaf.type === "dissimilarity" && leaf.references === "training") return false;
    if (leaf.type === "conformal" && leaf.factors === "training") return false;
    return !("width" in leaf.kernel) || leaf.kernel.width !== "median";
  });
}
