import type { Matrix } from "@bagwise/core/linalg";
import type { BagVectors, ProgramKernel, Rows, Transform } from "../program/program.js";
import { type Bags, extremes, means } from "./bags.js";
import type { Graph, Tensor } from "./graph.js";

/** A matrix of constants. */
export function constant(graph: Graph, { rows, cols, data }: Matrix): Tensor {
  return graph.reals(data, [rows, cols]);
}

const made = new WeakMap<Graph, Map<unknown, Tensor>>();

/** What was made for a step of the program in this graph. */
export function once(graph: Graph, step: unknown, make: () => Tensor): Tensor {
  const known = made.get(graph) ?? new Map<unknown, Tensor>();
  made.set(graph, known);
  const found = known.get(step) ?? make();
  known.set(step, found);
  return found;
}

/** The rows of instances [n, w]. */
export function rowsOf(bags: Bags, node: Rows): Tensor {
  const { graph } = bags;
  return once(graph, node, () => {
    if (node.op === "input") return bags.input;
    const given = rowsOf(bags, node.of);
    const list = (values: Float64Array) => graph.reals(values, [1, values.length]);
    if (node.op === "project") return graph.times(graph.sub(given, list(node.mean)), constant(graph, node.axes));
    const { unit, shift } = node;
    const scaled = unit === null ? given : graph.mul(given, list(unit));
    if (shift === null) return scaled;
    // A feature without spread becomes 0.
    const divisor = shift.divisor.map((each) => (each === 0 ? 1 : each));
    const result = graph.div(graph.sub(scaled, list(shift.offset)), list(divisor));
    if (!shift.divisor.includes(0)) return result;
    return graph.mul(result, list(shift.divisor.map((each) => (each === 0 ? 0 : 1))));
  });
}

/** The vectors of bags [R, w]. */
export function vectorsOf(bags: Bags, node: BagVectors): Tensor {
  const { graph } = bags;
  return once(graph, node, () => {
    const rows = rowsOf(bags, node.of);
    if (node.op === "nearest") {
      const nearest = extremes(bags, squaredDistances(graph, rows, constant(graph, node.points)), "min");
      return graph.op("Exp", [graph.mul(nearest, graph.real1(-node.rate))]);
    }
    const [low, high] = [extremes(bags, rows, "min"), extremes(bags, rows, "max")];
    const mean = means(bags, rows);
    const parts = {
      min: low,
      max: high,
      mean: node.within ? graph.op("Min", [high, graph.op("Max", [low, mean])]) : mean,
    };
    return graph.op(
      "Concat",
      node.parts.map((part) => parts[part]),
      { axis: 1 },
    );
  });
}

/** |x - y|^2 of all rows, from the differences: exact, but with memory for all of them. */
export function exactDistances(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const difference = graph.sub(graph.op("Unsqueeze", [a, graph.axes(1)]), graph.op("Unsqueeze", [b, graph.axes(0)]));
  return graph.sumLast(graph.mul(difference, difference));
}

/** |x - y|^2 of all rows, from inner products. */
export function squaredDistances(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const left = graph.sumLast(graph.mul(a, a), { keep: true });
  const right = graph.op("Transpose", [graph.sumLast(graph.mul(b, b), { keep: true })], { perm: [1, 0] });
  const product = graph.mul(graph.times(a, b), graph.real1(2));
  return graph.op("Max", [graph.sub(graph.add(left, right), product), graph.real1(0)]);
}

/** The kernel of all rows of two matrices. */
export function kernelOf(graph: Graph, kernel: ProgramKernel, a: Tensor, b: Tensor): Tensor {
  const decay = (lengths: Tensor, rate: number) => graph.op("Exp", [graph.mul(lengths, graph.real1(-rate))]);
  switch (kernel.type) {
    case "gaussian":
      return decay(kernel.exact ? exactDistances(graph, a, b) : squaredDistances(graph, a, b), kernel.rate);
    case "laplace":
      return decay(graph.op("Sqrt", [exactDistances(graph, a, b)]), kernel.rate);
    case "bell":
      return decay(squaredDistances(graph, a, b), 1 / kernel.width);
    case "linear":
      return graph.times(a, b);
    case "polynomial":
      return power(graph, graph.add(graph.times(a, b), graph.real1(kernel.offset)), kernel.degree);
    case "cosine": {
      const length = (x: Tensor) => graph.op("Sqrt", [graph.sumLast(graph.mul(x, x), { keep: true })]);
      const both = graph.mul(length(a), graph.op("Transpose", [length(b)], { perm: [1, 0] }));
      return ratio(graph, graph.times(a, b), both);
    }
    case "half-cosine": {
      const half = graph.mul(graph.add(graph.clip(graph.times(a, b), -1, 1), graph.real1(1)), graph.real1(0.5));
      return graph.mul(half, half);
    }
  }
}

/** x / y, and 0 where y is 0. */
export function ratio(graph: Graph, x: Tensor, y: Tensor): Tensor {
  const some = graph.op("Greater", [y, graph.real1(0)]);
  return graph.where(some, graph.div(x, graph.where(some, y, graph.real1(1))), graph.real1(0));
}

export function power(graph: Graph, x: Tensor, degree: number): Tensor {
  let result = x;
  for (let k = 1; k < degree; k++) result = graph.mul(result, x);
  return result;
}

/** The transformed vectors [R, w']. */
export function transformed(graph: Graph, transform: Transform, x: Tensor): Tensor {
  const { first, divisor } = transform;
  const width = divisor.length;
  const given = graph.op("Slice", [x, graph.axes(first), graph.axes(first + width), graph.axes(1)]);
  const list = (values: Float64Array) => graph.reals(values, [1, values.length]);
  if (transform.op === "standard") {
    const { weight } = transform;
    const centre = list(transform.centre.subarray(first, first + width));
    const result = graph.clip(graph.div(graph.sub(given, centre), list(divisor)), -5, 5);
    return weight === null ? result : graph.mul(result, list(weight.subarray(first, first + width)));
  }
  const raw = directionNumbers(graph, transform, given);
  const length = graph.op("Sqrt", [graph.sumLast(graph.mul(raw, raw), { keep: true })]);
  const some = graph.op("Greater", [length, graph.real1(0)]);
  const unit = graph.div(raw, graph.where(some, length, graph.real1(1)));
  return graph.op("Concat", [unit, graph.where(some, graph.real1(0), graph.real1(1))], { axis: 1 });
}

function directionNumbers(graph: Graph, transform: Extract<Transform, { op: "direction" }>, given: Tensor): Tensor {
  const { thresholds, table, centre, least, divisor, clip } = transform;
  const list = (values: Float64Array) => graph.reals(values, [1, values.length]);
  const off = graph.sub(given, list(centre));
  const still = graph.op("LessOrEqual", [graph.op("Abs", [off]), list(least)]);
  const moved = graph.where(still, graph.real1(0), off);
  const deviation = () => graph.clip(graph.div(moved, list(divisor.map((each) => each || 1))), -clip, clip);
  if (!divisor.includes(0)) return deviation();
  const ranked = graph.op("Gather", [graph.reals(table, [table.length]), counted(graph, thresholds, given)], {
    axis: 0,
  });
  if (divisor.every((each) => each === 0)) return ranked;
  return graph.where(graph.bools(Array.from(divisor, (each) => each === 0)), ranked, deviation());
}

/** How many of the ascending thresholds of its column are at most a value: a binary search of all at once. */
function counted(graph: Graph, { rows, cols, data }: Matrix, values: Tensor): Tensor {
  return once(graph, `${values} ${rows} ${cols}`, () => {
    const steps = Math.ceil(Math.log2(cols + 1));
    const size = 2 ** steps - 1;
    const padded = new Float64Array(rows * size).fill(Infinity);
    for (let j = 0; j < rows; j++) padded.set(data.subarray(j * cols, (j + 1) * cols), j * size);
    const all = graph.reals(padded, [rows * size]);
    const start = graph.ints(
      Array.from({ length: rows }, (_, j) => j * size - 1),
      [1, rows],
    );
    let found = graph.op("Expand", [graph.int1(0), graph.op("Shape", [values])]);
    for (let step = 2 ** (steps - 1); step >= 1; step /= 2) {
      const next = graph.add(found, graph.int1(step));
      const threshold = graph.op("Gather", [all, graph.add(next, start)], { axis: 0 });
      found = graph.where(graph.op("LessOrEqual", [threshold, values]), next, found);
    }
    return found;
  });
}
