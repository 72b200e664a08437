import type { BagSet } from "../../bags/bag-set.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { Codebook } from "../codebook/codebook.js";
import { type SetGram, setDiagonal } from "../gram/set-gram.js";
import type { InstanceKernel, InstanceKernelSpecification } from "../instance-kernel.js";
import type { References } from "../references/dissimilarities.js";
import type { Instances, VectorName } from "../representation.js";

/** What kernels learn from the training bags, on demand and once. */
export interface Learned {
  codebook(): Codebook;
  references(): References;
  instances(): Instances;
}

/** How a kernel of bags is described, checked and named. An `Open` kernel may have parts that are "training". */
interface Described<Open> {
  /** How its short names begin: `set` of `set-gaussian`. */
  readonly names: readonly string[];
  /** The kernel of such a name. */
  named(name: string, kernel: InstanceKernelSpecification): Open;
  /** The kernel with its defaults, from a description with a type. `inner` checks the kernel of instances. */
  check(given: Record<string, unknown>, path: string, inner: (value: unknown) => InstanceKernelSpecification): Open;
  /** The kernel in words. `inner` is that of instances. */
  phrase(kernel: Open, inner: string): string;
  /** Whether a part of it is "training". Default: none. */
  isOpen?(kernel: Open): boolean;
  /** The kernel with all such parts learned. Default: as it is. */
  learn?(kernel: Open, learned: Learned): Open;
}

/** A kernel of bags that compares one vector of each. */
export interface VectorKind<Open, Known> extends Described<Open> {
  readonly compares: "vectors";
  /** The name of the vectors, the same for equal ones. */
  nameOf(kernel: Known): VectorName;
  /** The vectors of bags, one per row. `copied` gives their instances. */
  vectors(kernel: Known, bags: BagSet, copied: (bags: BagSet) => Instances): Matrix;
}

/** A kernel of bags that compares their instances in pairs. */
export interface PairsKind<Open, Known> extends Described<Open> {
  readonly compares: "pairs";
  /** The instances with the weights that this kernel gives them. */
  weigh(kernel: Known, instances: Instances): Instances;
  /** The kernel between the bags of `a` and of `b`. */
  gram(kernel: Known, ofSets: SetGram, a: Instances, b?: Instances): Matrix;
  /** The kernel of every bag with itself. */
  diagonal(kernel: Known, a: Instances): Float64Array;
}

/** The computing half of a kernel that is a mean over pairs of instances with these weights. */
export function meanOverPairs<Known extends { readonly kernel: InstanceKernel }>(
  weigh: (kernel: Known, instances: Instances) => Instances,
): Pick<PairsKind<never, Known>, "compares" | "weigh" | "gram" | "diagonal"> {
  return {
    compares: "pairs",
    weigh,
    gram: (kernel, ofSets, a, b) => ofSets(kernel.kernel, weigh(kernel, a), b && weigh(kernel, b)),
    diagonal: (kernel, a) => setDiagonal(kernel.kernel, weigh(kernel, a)),
  };
}
