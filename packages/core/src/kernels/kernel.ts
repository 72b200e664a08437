import type { InstanceKernelOf, Width } from "./instance-kernel.js";
import { type AffinityKernel, affinity } from "./kinds/affinity.js";
import { type ConformalKernel, conformal } from "./kinds/conformal.js";
import { type DissimilarityKernel, dissimilarity } from "./kinds/dissimilarity.js";
import { type EdgeKernel, edgeGraph } from "./kinds/edge-graph.js";
import { type GraphKernel, graph } from "./kinds/graph.js";
import type { PairsKind, VectorKind } from "./kinds/kind.js";
import { type SetKernel, set } from "./kinds/set.js";
import { type StatisticKernel, statistic } from "./kinds/statistic.js";
import type { VectorName } from "./representation.js";

/** A kernel of two bags X and Y that is not made of other kernels of bags, as plain data. */
export type LeafOf<Of, Open = never> =
  | StatisticKernel<Of>
  | SetKernel<Of>
  | GraphKernel<Of>
  | EdgeKernel<Of>
  | AffinityKernel<Of, Open>
  | ConformalKernel<Of, Open>
  | DissimilarityKernel<Of, Open>;

export type LeafName = LeafOf<number>["type"];

/** The kernels of bags by name. To add one, add a file, a line here and one in the union above. */
export const LEAF_KINDS = {
  statistic,
  set,
  graph,
  "edge-graph": edgeGraph,
  affinity,
  conformal,
  dissimilarity,
} satisfies { readonly [Name in LeafName]: KindOf<Name> };

type Specified<Name> = Extract<LeafOf<Width, "training">, { type: Name }>;
type Learned<Name, Of> = Extract<LeafOf<Of>, { type: Name }>;
type KindOf<Name> =
  | VectorKind<Specified<Name>, Learned<Name, Width>>
  | PairsKind<Specified<Name>, Learned<Name, number>>;

type AnyVectorKind = VectorKind<LeafOf<Width, "training">, Learned<Comparing<"vectors">, Width>>;
type AnyPairsKind = PairsKind<LeafOf<Width, "training">, PairsKernel>;

/** What there is to know about this kernel. */
export function kindOf(kernel: { readonly type: Comparing<"vectors"> }): AnyVectorKind;
export function kindOf(kernel: { readonly type: Comparing<"pairs"> }): AnyPairsKind;
export function kindOf(kernel: { readonly type: LeafName }): AnyVectorKind | AnyPairsKind;
export function kindOf({ type }: { readonly type: LeafName }): AnyVectorKind | AnyPairsKind {
  return LEAF_KINDS[type];
}

/** The names of the kernels that compare bags in this way. */
type Comparing<Way> = {
  [Name in LeafName]: (typeof LEAF_KINDS)[Name] extends { compares: Way } ? Name : never;
}[LeafName];

/** A kernel of two bags that compares their instances in pairs. */
export type PairsKernel = Learned<Comparing<"pairs">, number>;

/** Whether a kernel of two bags compares one vector of each. */
export function isVectorKernel<W, O>(
  kernel: KernelOf<W, O>,
): kernel is Extract<KernelOf<W, O>, { type: Comparing<"vectors"> }> {
  return kernel.type !== "normalised" && kernel.type !== "sum" && kindOf(kernel).compares === "vectors";
}

/**
 * A kernel of two bags X and Y, as plain data, so that a model file can hold it. `Open` is also
 * "training" in a specification, for what is learned from the training bags.
 */
export type KernelOf<Of, Open = never> =
  | LeafOf<Of, Open>
  /** k(X, Y) / sqrt(k(X, X) k(Y, Y)); 0 when one of the two self-similarities is 0. */
  | { readonly type: "normalised"; readonly kernel: KernelOf<Of, Open> }
  /** The weighted sum of kernels; without weights each counts 1. */
  | { readonly type: "sum"; readonly kernels: readonly KernelOf<Of, Open>[]; readonly weights?: readonly number[] };

/** A kernel of bags with all parameters known. */
export type Kernel = KernelOf<number>;

/**
 * A kernel of bags in which a width may be "median", and a codebook, factors and references "training". `resolveKernel` turns
 * it into a `Kernel`.
 */
export type KernelSpecification = KernelOf<Width, "training">;

/** The name of the vectors that a kernel compares, the same for equal ones. */
export function vectorName(kernel: Learned<Comparing<"vectors">, Width>): VectorName {
  return kindOf(kernel).nameOf(kernel);
}

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
  return leavesOf(kernel).every(
    (leaf) => kindOf(leaf).isOpen?.(leaf) !== true && !("width" in leaf.kernel && leaf.kernel.width === "median"),
  );
}
