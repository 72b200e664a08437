import { fields } from "../description.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import { meanOverPairs, type PairsKind } from "./kind.js";

/** The mean of k(x, y) over all x in X and y in Y: the normalised set kernel of Gaertner et al. (2002). */
export interface SetKernel<Of> {
  readonly type: "set";
  readonly kernel: InstanceKernelOf<Of>;
}

export const set: PairsKind<SetKernel<Width>, SetKernel<number>> = {
  names: ["set"],
  named: (_, kernel) => ({ type: "set", kernel }),
  check: (given, path, inner) => ({ type: "set", kernel: inner(fields(given, path, ["kernel"]).kernel) }),
  phrase: (_, inner) => `mean over all pairs of instances of the ${inner}`,
  ...meanOverPairs((_, instances) => instances),
};
