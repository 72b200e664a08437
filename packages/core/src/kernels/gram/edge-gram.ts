import type { Matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../instance-kernel.js";
import type { Instances } from "../representation.js";
import { edgesOf } from "./edges.js";
import { type SetGram, setDiagonal, setGram } from "./set-gram.js";

/** What the kernel of MIGraph makes of bags. */
interface Graphs {
  readonly edges: Instances;
  /** The kernel of edges between these bags, by its width. */
  readonly between: Map<number, Matrix>;
}

/** How the kernel of MIGraph compares instances and edges. */
interface OfInstancesAndEdges {
  readonly kernel: InstanceKernel;
  readonly edgeWidth: number;
}

/** Cached because bags are scored in blocks against the same centres, and compared at several widths. */
const known = new WeakMap<Instances, Graphs>();

/** The graphs of some bags. */
export function graphsOf(instances: Instances): Graphs {
  const found = known.get(instances);
  if (found !== undefined) return found;
  const made = { edges: edgesOf(instances), between: new Map<number, Matrix>() };
  known.set(instances, made);
  return made;
}

/** The Gaussian kernel of edges. */
export function edgeGaussian(width: number): InstanceKernel {
  return { type: "gaussian", width };
}

/**
 * The kernel of MIGraph (Zhou, Sun and Li 2009): the mean over all pairs of instances of their kernel, plus
 * the mean over all pairs of edges of a Gaussian of their descriptions (`edgesOf`), 0 if a bag has no edge.
 * The paper has sums. There a bag with twice the instances counts its edges four times as much against its
 * instances, and a repeated instance changes a bag. Without `b`, for all pairs in `a`. Costs as much as
 * the set kernel, and the same for at most 256 edges of each bag.
 */
export function edgeGraphGram(
  { kernel, edgeWidth }: OfInstancesAndEdges,
  a: Instances,
  b?: Instances,
  ofSets: SetGram = setGram,
): Matrix {
  const [left, right] = [graphsOf(a), b && graphsOf(b)];
  const result = ofSets(kernel, a, b);
  const edges = right ? setGram(edgeGaussian(edgeWidth), left.edges, right.edges) : between(left, edgeWidth);
  for (let at = 0; at < result.data.length; at++) result.data[at] += edges.data[at];
  return result;
}

function between({ edges, between: known }: Graphs, width: number): Matrix {
  const made = known.get(width) ?? setGram(edgeGaussian(width), edges);
  known.set(width, made);
  return made;
}

/** The same of every bag with itself. */
export function edgeGraphDiagonal({ kernel, edgeWidth }: OfInstancesAndEdges, a: Instances): Float64Array {
  const { edges } = graphsOf(a);
  const diagonal = setDiagonal(kernel, a);
  const own = setDiagonal(edgeGaussian(edgeWidth), edges);
  return diagonal.map((value, i) => value + own[i]);
}
