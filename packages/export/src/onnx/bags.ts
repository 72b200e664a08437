import type { Graph, Tensor } from "./graph.js";

/**
 * What a graph knows of the bags. Where the witness is the instance without which the score falls the most,
 * every step for bags has a row for each bag, and then one for each instance: its bag without it.
 */
export interface Bags {
  readonly graph: Graph;
  /** The number of features. */
  readonly features: number;
  /** The input x [n, d], with gaps filled. */
  readonly input: Tensor;
  /** The bag of each instance [n]. */
  readonly bag: Tensor;
  /** The number of bags B, as a list of one. */
  readonly count: Tensor;
  /** The size of each bag [B, 1], at least 1, real. */
  readonly sizes: Tensor;
  /** The size of the bag of each instance [n, 1], real. */
  readonly sizesOfRows: Tensor;
  /** Whether there are rows for bags without an instance. */
  readonly without: boolean;
}

type Reduction = "add" | "min" | "max";

/** The sum, minimum or maximum over the instances of each bag: [n, w] becomes [B, w]. */
export function overBags({ graph, bag, count }: Bags, rows: Tensor, reduction: Reduction): Tensor {
  const start = reduction === "add" ? 0 : reduction === "min" ? Infinity : -Infinity;
  const shape = graph.op("Shape", [rows]);
  const width = graph.op("Slice", [shape, graph.axes(1), graph.axes(2)]);
  const from = graph.op("Expand", [graph.real1(start), graph.op("Concat", [count, width], { axis: 0 })]);
  const index = graph.op("Expand", [graph.op("Unsqueeze", [bag, graph.axes(1)]), shape]);
  return graph.op("ScatterElements", [from, index, rows], { axis: 0, reduction });
}

/** The row of its bag for each instance: [B, w] becomes [n, w]. */
export function ofRows({ graph, bag }: Bags, values: Tensor): Tensor {
  return graph.op("Gather", [values, bag], { axis: 0 });
}

/** The mean over the instances of each bag, and then of each bag without an instance. */
export function means(bags: Bags, rows: Tensor): Tensor {
  const { graph, sizes, sizesOfRows } = bags;
  const sums = overBags(bags, rows, "add");
  const mean = graph.div(sums, sizes);
  if (!bags.without) return mean;
  const one = graph.real1(1);
  const rest = graph.sub(ofRows(bags, sums), rows);
  const others = graph.div(rest, graph.op("Max", [graph.sub(sizesOfRows, one), one]));
  return stacked(bags, mean, graph.where(alone(bags), ofRows(bags, mean), others));
}

/** The minimum or maximum, and then that without an instance. */
export function extremes(bags: Bags, rows: Tensor, which: "min" | "max"): Tensor {
  const { graph } = bags;
  const found = overBags(bags, rows, which);
  if (!bags.without) return found;
  const own = ofRows(bags, found);
  const holds = graph.op("Equal", [rows, own]);
  const holders = ofRows(bags, overBags(bags, graph.cast(holds, "real"), "add"));
  const only = graph.op("And", [holds, graph.op("Less", [holders, graph.real1(1.5)])]);
  const beyond = graph.real1(which === "min" ? Infinity : -Infinity);
  const next = ofRows(bags, overBags(bags, graph.where(holds, beyond, rows), which));
  const rest = graph.where(only, next, own);
  return stacked(bags, found, graph.where(alone(bags), own, rest));
}

/** Which instances are alone in their bag [n, 1]: without them there would be nothing. */
export function alone({ graph, sizesOfRows }: Bags): Tensor {
  return graph.op("Less", [sizesOfRows, graph.real1(1.5)]);
}

/** Rows of bags, and then rows of bags without an instance. */
export function stacked({ graph }: Bags, first: Tensor, second: Tensor): Tensor {
  return graph.op("Concat", [first, second], { axis: 0 });
}

/** Whether two instances are of one bag [n, n], real. */
export function sameBag({ graph, bag }: Bags): Tensor {
  const [column, row] = [1, 0].map((axis) => graph.op("Unsqueeze", [bag, graph.axes(axis)]));
  return graph.cast(graph.op("Equal", [column, row]), "real");
}
