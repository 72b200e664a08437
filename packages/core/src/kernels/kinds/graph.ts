import { fields } from "../description.js";
import { graphWeights } from "../gram/graph-weights.js";
import { withWeights } from "../gram/with-weights.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import { meanOverPairs, type PairsKind } from "./kind.js";

/**
 * The mean of k(x, y) in which an instance with c instances near it, itself included, counts 1 / c:
 * the kernel of miGraph (Zhou et al. 2009). See `graphWeights`.
 */
export interface GraphKernel<Of> {
  readonly type: "graph";
  readonly kernel: InstanceKernelOf<Of>;
}

export const graph: PairsKind<GraphKernel<Width>, GraphKernel<number>> = {
  names: ["graph"],
  named: (_, kernel) => ({ type: "graph", kernel }),
  check: (given, path, inner) => ({ type: "graph", kernel: inner(fields(given, path, ["kernel"]).kernel) }),
  phrase: (_, inner) =>
    `mean over all pairs of instances of the ${inner}, instances with many near them in their bag counting less (miGraph)`,
  ...meanOverPairs((_, instances) => withWeights(instances, "graph", () => graphWeights(instances))),
};
