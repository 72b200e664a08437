import { fields, positive } from "../description.js";
import { edgeGraphDiagonal, edgeGraphGram } from "../gram/edge-gram.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import type { PairsKind } from "./kind.js";

/**
 * The mean of k(x, y) over all pairs, plus the mean over pairs of edges of a Gaussian of this width: the
 * kernel of MIGraph, with edges (Zhou et al. 2009). See `edgesOf`.
 */
export interface EdgeKernel<Of> {
  readonly type: "edge-graph";
  readonly kernel: InstanceKernelOf<Of>;
  readonly edgeWidth: number;
}

/** The width of the Gaussian of edges, whose descriptions are shares, if none is given. */
const USUAL_WIDTH = 0.25;

export const edgeGraph: PairsKind<EdgeKernel<Width>, EdgeKernel<number>> = {
  names: ["edge-graph"],
  named: (_, kernel) => ({ type: "edge-graph", kernel, edgeWidth: USUAL_WIDTH }),
  check(given, path, inner) {
    const { edgeWidth = USUAL_WIDTH, kernel } = fields(given, path, ["edgeWidth", "kernel"]);
    return { type: "edge-graph", kernel: inner(kernel), edgeWidth: positive(edgeWidth, `${path}.edgeWidth`) };
  },
  phrase: ({ edgeWidth }, inner) =>
    `mean over all pairs of instances of the ${inner}, plus the mean over all pairs of edges between near instances of a Gaussian of width ${edgeWidth} (MIGraph)`,
  compares: "pairs",
  weigh: (_, instances) => instances,
  gram: (kernel, ofSets, a, b) => edgeGraphGram(kernel, a, b, ofSets),
  diagonal: edgeGraphDiagonal,
};
