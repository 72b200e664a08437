import type { Forest, Network } from "@bagwise/core/scorers";
import type { Base, PoolWay, Values } from "../program/program.js";
import { type Bags, means, ofRows, overBags, sameBag } from "./bags.js";
import type { Graph, Tensor } from "./graph.js";
import { constant, kernelOf, once, rowsOf, squaredDistances } from "./vectors.js";

/** One number for each instance [n, 1]. */
export function valuesOf(bags: Bags, node: Values): Tensor {
  return once(bags.graph, node, () => newValues(bags, node));
}

function newValues(bags: Bags, node: Values): Tensor {
  const { graph } = bags;
  const rows = rowsOf(bags, node.of);
  const column = (values: Float64Array) => graph.reals(values, [values.length, 1]);
  switch (node.op) {
    case "base":
      return baseOf(graph, node.base, rows);
    case "network":
      return networkOf(graph, node.network, node.give, rows);
    case "expand": {
      const values = kernelOf(graph, node.kernel, rows, constant(graph, node.centres));
      return graph.add(graph.op("MatMul", [values, column(node.alpha)]), graph.real1(node.beta));
    }
    case "log-density": {
      const distances = squaredDistances(graph, rows, constant(graph, node.centres));
      const logs = graph.reals(node.logs, [1, node.logs.length]);
      const terms = graph.add(graph.mul(distances, graph.real1(-node.rate)), logs);
      const most = graph.op("ReduceMax", [terms, graph.axes(1)], { keepdims: 1 });
      const sum = graph.sumLast(graph.op("Exp", [graph.sub(terms, most)]), { keep: true });
      return graph.add(most, graph.op("Log", [sum]));
    }
  }
}

/** Trees, or a linear function, of the rows of a matrix, as a column. */
export function baseOf(graph: Graph, base: Base, x: Tensor): Tensor {
  if (base.type === "trees") return treesOf(graph, base, x);
  const weights = graph.reals(base.weights, [base.weights.length, 1]);
  return graph.add(graph.op("MatMul", [x, weights]), graph.real1(base.bias));
}

/** All rows go down all trees together, one level at a time. A leaf leads to itself. */
function treesOf(graph: Graph, { roots, feature, number, right }: Forest, x: Tensor): Tensor {
  const leaf = (node: number) => feature[node] < 0;
  const list = (of: (node: number) => number) => graph.ints(Array.from(feature, (_, node) => of(node)));
  const [features, lefts, rights] = [
    list((node) => Math.max(0, feature[node])),
    list((node) => (leaf(node) ? node : node + 1)),
    list((node) => (leaf(node) ? node : right[node])),
  ];
  const numbers = graph.reals(number, [number.length]);
  const depths = new Uint32Array(feature.length);
  for (let node = 0; node < feature.length; node++)
    if (!leaf(node)) for (const child of [node + 1, right[node]]) depths[child] = depths[node] + 1;
  const count = graph.op("Slice", [graph.op("Shape", [x]), graph.axes(0), graph.axes(1)]);
  const shape = graph.op("Concat", [count, graph.axes(roots.length)], { axis: 0 });
  let node = graph.op("Expand", [graph.ints(roots, [1, roots.length]), shape]);
  const at = (values: Tensor) => graph.op("Gather", [values, node], { axis: 0 });
  for (let level = depths.reduce((a, b) => Math.max(a, b), 0); level > 0; level--) {
    const value = graph.op("GatherElements", [x, at(features)], { axis: 1 });
    node = graph.where(graph.op("LessOrEqual", [value, at(numbers)]), at(lefts), at(rights));
  }
  return graph.div(graph.sumLast(at(numbers), { keep: true }), graph.real1(roots.length));
}

function networkOf(graph: Graph, network: Network, give: "outputs" | "logits", rows: Tensor): Tensor {
  const column = (values: Float64Array) => graph.reals(values, [values.length, 1]);
  const one = graph.real1(1);
  const before = (h: Tensor, { weights, bias }: Network["layers"][number]) =>
    graph.add(graph.times(h, constant(graph, weights)), graph.reals(bias, [1, bias.length]));
  const tanh = (z: Tensor) => {
    const e = graph.op("Exp", [graph.mul(graph.clip(z, -40, 40), graph.real1(2))]);
    return graph.sub(one, graph.div(graph.real1(2), graph.add(one, e)));
  };
  // Outputs and logits share the layers.
  const last = once(graph, network, () => network.layers.reduce((h, layer) => tanh(before(h, layer)), rows));
  const { attention } = network;
  if (give === "outputs" || attention === null)
    return graph.add(graph.op("MatMul", [last, column(network.output)]), graph.real1(network.bias[0]));
  const signal = tanh(before(last, attention.signal));
  if (attention.gate === null) return graph.op("MatMul", [signal, column(attention.output)]);
  const minus = graph.mul(graph.clip(before(last, attention.gate), -80, 80), graph.real1(-1));
  const gate = graph.div(one, graph.add(one, graph.op("Exp", [minus])));
  return graph.op("MatMul", [graph.mul(signal, gate), column(attention.output)]);
}

/** Whether the pooling is a mean over all instances, so that one can be left out. */
export function isMean(by: PoolWay): boolean {
  return by.type === "mean" || (by.type === "top" && by.share === 1);
}

/** The numbers of instances, pooled [R, 1]. */
export function pooled(bags: Bags, values: Tensor, by: PoolWay): Tensor {
  const { graph } = bags;
  if (isMean(by)) return means(bags, values);
  const most = overBags(bags, values, "max");
  switch (by.type) {
    case "key": {
      if (by.by === null) return most;
      return overBags(bags, graph.where(lowest(bags, valuesOf(bags, by.by)), values, graph.real1(-Infinity)), "max");
    }
    case "top": {
      const counted = graph.op("Floor", [
        graph.add(graph.mul(bags.sizesOfRows, graph.real1(by.share)), graph.real1(0.5)),
      ]);
      const inside = graph.op("Less", [ranksOf(bags, values), graph.op("Max", [counted, graph.real1(1)])]);
      const chosen = graph.cast(inside, "real");
      return graph.div(overBags(bags, graph.mul(values, chosen), "add"), overBags(bags, chosen, "add"));
    }
    case "log-sum-exp": {
      const e = graph.op("Exp", [graph.sub(values, ofRows(bags, most))]);
      return graph.add(most, graph.op("Log", [graph.div(overBags(bags, e, "add"), bags.sizes)]));
    }
    default: {
      const shares = sharesOf(bags, by);
      const below = graph.mul(shares, graph.sub(values, ofRows(bags, most)));
      return graph.add(most, overBags(bags, below, "add"));
    }
  }
}

/** The attention that each instance gets [n, 1]; 1 / n without attention. */
export function sharesOf(bags: Bags, by: PoolWay): Tensor {
  const { graph } = bags;
  if (by.type !== "attention") return graph.div(graph.real1(1), bags.sizesOfRows);
  const logits = valuesOf(bags, by.logits);
  const e = graph.op("Exp", [graph.sub(logits, ofRows(bags, overBags(bags, logits, "max")))]);
  return graph.div(e, ofRows(bags, overBags(bags, e, "add")));
}

/** Which instances have the lowest number of their bag [n, 1]. */
export function lowest(bags: Bags, values: Tensor): Tensor {
  return bags.graph.op("Equal", [values, ofRows(bags, overBags(bags, values, "min"))]);
}

/** How many instances of its bag are before an instance, the highest first [n, 1]. */
function ranksOf(bags: Bags, values: Tensor): Tensor {
  const { graph } = bags;
  const others = graph.op("Transpose", [values], { perm: [1, 0] });
  const higher = graph.op("Greater", [others, values]);
  const equal = graph.op("Equal", [others, values]);
  const count = graph.op("Squeeze", [
    graph.op("Slice", [graph.op("Shape", [values]), graph.axes(0), graph.axes(1)]),
    graph.axes(0),
  ]);
  const place = graph.op("Range", [graph.int1(0), count, graph.int1(1)]);
  const [column, row] = [1, 0].map((axis) => graph.op("Unsqueeze", [place, graph.axes(axis)]));
  const earlier = graph.op("And", [equal, graph.op("Less", [row, column])]);
  const before = graph.cast(graph.op("Or", [higher, earlier]), "real");
  return graph.sumLast(graph.mul(before, sameBag(bags)), { keep: true });
}
