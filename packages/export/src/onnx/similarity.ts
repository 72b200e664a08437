import type { BagSimilarity, InstanceWeights, ProgramKernel } from "../program/program.js";
import { alone, type Bags, means, ofRows, overBags, sameBag, stacked } from "./bags.js";
import type { Graph, Tensor } from "./graph.js";
import {
  constant,
  exactDistances,
  kernelOf,
  power,
  ratio,
  rowsOf,
  squaredDistances,
  transformed,
  vectorsOf,
} from "./vectors.js";

/** The similarity of bags to centres [R, C]. */
export function similarityOf(bags: Bags, node: BagSimilarity): Tensor {
  const { graph } = bags;
  switch (node.op) {
    case "compare": {
      const [x, centres] = [vectorsOf(bags, node.of), constant(graph, node.centres)];
      const { transform } = node;
      if (transform === null) return kernelOf(graph, node.kernel, x, centres);
      return kernelOf(graph, node.kernel, transformed(graph, transform, x), transformed(graph, transform, centres));
    }
    case "pairs":
      return pairSums(bags, node);
    case "power":
      return power(graph, similarityOf(bags, node.of), node.degree);
    case "normalise": {
      const own = graph.op("Sqrt", [graph.op("Max", [selfOf(bags, node.of), graph.real1(0)])]);
      const both = graph.mul(own, graph.reals(node.roots, [1, node.roots.length]));
      return ratio(graph, similarityOf(bags, node.of), both);
    }
    case "sum":
      return weightedSum(graph, node, centresOf(node), (part) => similarityOf(bags, part));
  }
}

/**
 * A weighted sum of some columns. Factors are as wide as these: runtimes fuse a single number beside a matrix
 * product into an attribute of it, which has 32 bits.
 */
function weightedSum(
  graph: Graph,
  { of, weights, divisor }: Extract<BagSimilarity, { op: "sum" }>,
  columns: number,
  make: (part: BagSimilarity) => Tensor,
): Tensor {
  const times = (x: Tensor, factor: number) =>
    factor === 1 ? x : graph.mul(x, graph.reals(new Float64Array(columns).fill(factor), [1, columns]));
  const parts = of.map((part, k) => times(make(part), weights[k]));
  return times(
    parts.reduce((a, b) => graph.add(a, b)),
    1 / divisor,
  );
}

/** The number of centres. */
function centresOf(node: BagSimilarity): number {
  if (node.op === "compare") return node.centres.rows;
  if (node.op === "pairs") return node.offsets.length - 1;
  return centresOf(node.op === "sum" ? node.of[0] : node.of);
}

/** The sums over pairs of instances [R, C]. */
function pairSums(bags: Bags, node: Extract<BagSimilarity, { op: "pairs" }>): Tensor {
  const { graph } = bags;
  const { offsets, centres, centreWeights } = node;
  const rows = rowsOf(bags, node.of);
  const owners = new Float64Array(centres.rows);
  const weights = new Float64Array(centres.rows);
  for (let i = 0; i + 1 < offsets.length; i++) {
    owners.fill(i, offsets[i], offsets[i + 1]);
    weights.fill(1 / (offsets[i + 1] - offsets[i]), offsets[i], offsets[i + 1]);
  }
  const values = kernelOf(graph, node.kernel, rows, constant(graph, centres));
  const weighted = graph.mul(values, graph.reals(centreWeights ?? weights, [1, centres.rows]));
  const shape = graph.op("Shape", [weighted]);
  const count = graph.op("Slice", [shape, graph.axes(0), graph.axes(1)]);
  const from = graph.op("Expand", [
    graph.real1(0),
    graph.op("Concat", [count, graph.axes(offsets.length - 1)], { axis: 0 }),
  ]);
  const index = graph.op("Expand", [graph.ints(owners, [1, centres.rows]), shape]);
  const sums = graph.op("ScatterElements", [from, index, weighted], { axis: 1, reduction: "add" });
  const factors = factorsOf(bags, node.weights, rows);
  if (node.weights.type === "graph") return overBags(bags, graph.mul(sums, factors), "add");
  return means(bags, node.weights.type === "equal" ? sums : graph.mul(sums, factors));
}

/** What an instance counts [n, 1]: before it is divided by the size of its bag, except for miGraph. */
function factorsOf(bags: Bags, weights: InstanceWeights, rows: Tensor): Tensor {
  const { graph } = bags;
  if (weights.type === "equal") return graph.real1(1);
  if (weights.type === "conformal") {
    const distances = squaredDistances(graph, rows, constant(graph, weights.points));
    const bumps = graph.op("Exp", [graph.mul(distances, graph.real1(-weights.rate))]);
    return graph.op("MatMul", [bumps, graph.reals(weights.factors, [weights.factors.length, 1])]);
  }
  const same = sameBag(bags);
  const distances = graph.op("Sqrt", [exactDistances(graph, rows, rows)]);
  const total = overBags(bags, graph.sumLast(graph.mul(distances, same), { keep: true }), "add");
  const one = graph.real1(1);
  const pairs = graph.mul(bags.sizes, graph.op("Max", [graph.sub(bags.sizes, one), one]));
  const limit = graph.mul(ofRows(bags, graph.div(total, pairs)), graph.real1(1 - 1e-9));
  const near = graph.cast(graph.op("Less", [distances, limit]), "real");
  const counted = graph.op("Max", [graph.sumLast(graph.mul(near, same), { keep: true }), one]);
  const few = graph.op("Less", [bags.sizesOfRows, graph.real1(2.5)]);
  const share = graph.where(few, one, graph.div(one, counted));
  return graph.div(share, ofRows(bags, overBags(bags, share, "add")));
}

/** The similarity of each bag to itself [R, 1]. */
function selfOf(bags: Bags, node: BagSimilarity): Tensor {
  const { graph } = bags;
  switch (node.op) {
    case "compare":
      return selfKernel(graph, node.kernel, vectorsOf(bags, node.of));
    case "pairs":
      return selfPairs(bags, node);
    case "power":
      return power(graph, selfOf(bags, node.of), node.degree);
    case "normalise":
      return graph.cast(graph.op("Greater", [selfOf(bags, node.of), graph.real1(0)]), "real");
    case "sum":
      return weightedSum(graph, node, 1, (part) => selfOf(bags, part));
  }
}

function selfPairs(bags: Bags, node: Extract<BagSimilarity, { op: "pairs" }>): Tensor {
  const { graph } = bags;
  const rows = rowsOf(bags, node.of);
  const factors = factorsOf(bags, node.weights, rows);
  const plain = node.weights.type === "equal";
  const values = graph.mul(kernelOf(graph, node.kernel, rows, rows), sameBag(bags));
  const ofColumns = plain ? values : graph.mul(values, graph.op("Transpose", [factors], { perm: [1, 0] }));
  const ofEach = graph.mul(graph.sumLast(ofColumns, { keep: true }), factors);
  const total = overBags(bags, ofEach, "add");
  if (node.weights.type === "graph") return total;
  const squared = (x: Tensor) => graph.mul(x, x);
  const all = graph.div(total, squared(bags.sizes));
  if (!bags.without) return all;
  const own = graph.mul(selfKernel(graph, node.kernel, rows), squared(factors));
  const rest = graph.add(graph.sub(ofRows(bags, total), graph.mul(ofEach, graph.real1(2))), own);
  const one = graph.real1(1);
  const others = graph.div(rest, squared(graph.op("Max", [graph.sub(bags.sizesOfRows, one), one])));
  return stacked(bags, all, graph.where(alone(bags), ofRows(bags, all), others));
}

/** The kernel of each row with itself, as a column. */
function selfKernel(graph: Graph, kernel: ProgramKernel, x: Tensor): Tensor {
  const length = graph.sumLast(graph.mul(x, x), { keep: true });
  if (kernel.type === "linear") return length;
  if (kernel.type === "polynomial") return power(graph, graph.add(length, graph.real1(kernel.offset)), kernel.degree);
  if (kernel.type === "cosine") return graph.cast(graph.op("Greater", [length, graph.real1(0)]), "real");
  return graph.add(graph.mul(length, graph.real1(0)), graph.real1(1));
}
