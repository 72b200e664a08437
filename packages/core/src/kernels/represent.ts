import type { BagSet } from "../bags/bag-set.js";
import { count, InputError } from "../base/errors.js";
import type { Matrix } from "../linalg/matrix.js";
import type { Width } from "./instance-kernel.js";
import { isVectorKernel, type KernelOf, kindOf, leavesOf, vectorName } from "./kernel.js";
import { type Instances, instancesOf, type Representation, type VectorName } from "./representation.js";
import { checkComputable } from "./statistic/check-bags.js";

/**
 * Computes what the kernel needs from these bags: vectors for kernels on vectors, a copy of the
 * instances for kernels of pairs. Parts of a sum share what they have in common. Throws an InputError
 * for an empty bag, a value that is not finite, and a bag too large for a set kernel. `copied` gives the
 * instances, if somebody has a copy of them already.
 */
export function represent(kernel: KernelOf<Width>, bags: BagSet, copied = instancesOf): Representation {
  checkComputable(bags);
  const statistics: Partial<Record<VectorName, Matrix>> = {};
  let instances: Instances | undefined;
  for (const leaf of leavesOf(kernel)) {
    if (isVectorKernel(leaf)) statistics[vectorName(leaf)] ??= kindOf(leaf).vectors(leaf, bags, copied);
    else instances ??= copied(checkedSizes(bags));
  }
  return { bags: bags.size, statistics, ...(instances === undefined ? {} : { instances }) };
}

/** A kernel of pairs compares every instance of a bag with every other one: seconds for so many. */
const MOST_IN_SET = 20_000;

function checkedSizes(bags: BagSet): BagSet {
  for (let i = 0; i < bags.size; i++) {
    if (bags.sizeOf(i) <= MOST_IN_SET) continue;
    throw new InputError({
      code: "too-many-instances",
      message: `the bag has ${count(bags.sizeOf(i), "instance")}, too many to compare all pairs`,
      remedy: `Give at most ${count(MOST_IN_SET, "instance")} of it, or use a kernel on statistics, such as minimax-polynomial.`,
      where: { bag: bags.idOf(i) },
    });
  }
  return bags;
}
