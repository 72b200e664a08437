import { version } from "@bagwise/core/base";
import type { Calibration, Model } from "@bagwise/core/model";
import { headline } from "../program/headline.js";
import { programOf } from "../program/make-program.js";
import type { BagSimilarity, Key, Program, Score } from "../program/program.js";
import { type Bags, ofRows, overBags } from "./bags.js";
import { Graph, type Tensor } from "./graph.js";
import { baseOf, isMean, lowest, pooled, sharesOf, valuesOf } from "./instances.js";
import { similarityOf } from "./similarity.js";
import { vectorsOf } from "./vectors.js";

export interface OnnxOptions {
  /** Computes with 32 bits: half the size, and errors as the docs say. Default false. */
  readonly float32?: boolean | undefined;
}

/** The mean of a bag has about this relative error with 32 bits. */
const FLOAT_ROUNDING = 2 ** -20;

/** Contributions this close, relative to their scale, are equal. As in the model, or what 32 bits can tell. */
const EQUAL = { double: 1e-11, float: 1e-5 };

/**
 * The model as an ONNX file of opset 18, one graph for many bags. Inputs: `x` [n, d], the instances, with the
 * features in the order of the model (the metadata `features` names them), and `bag` [n], the bag of each,
 * whole numbers from 0. Outputs, one number for each bag: `score`; `probability`, NaN for a model without;
 * and `witness`, the row of x that best explains the score. A number without instances is an empty bag:
 * its score is NaN and its witness -1, as for a bag with a gap (NaN) that nothing fills.
 *
 * Scores are those of the model up to rounding. The witness is -1 for the kernel `graph`. Kernels of pairs
 * that are normalised take memory for n x n numbers: score some hundred bags at a time. Throws an
 * InputError for a model that cannot be exported.
 */
export function toOnnx(model: Model, { float32 = false }: OnnxOptions = {}): Uint8Array {
  const program = programOf(model, { rounding: float32 ? FLOAT_ROUNDING : 0 });
  const real = float32 ? "float" : "double";
  const graph = new Graph(real);
  const { bags, valid } = bagsOf(graph, program);
  const scores = scoreOf(bags, program.score);
  const own = graph.op("Slice", [scores, graph.axes(0), bags.count, graph.axes(0)]);
  const flat = (x: Tensor) => graph.op("Squeeze", [x, graph.axes(1)]);
  const shown = (x: Tensor) => flat(graph.where(valid, x, graph.real1(Number.NaN)));
  graph.output("score", shown(own));
  const { calibration } = program;
  graph.output(
    "probability",
    shown(calibration === null ? graph.mul(own, graph.real1(Number.NaN)) : probabilityOf(graph, calibration, own)),
  );
  const known = program.key !== null || bags.without;
  const witness = known ? firstRow(bags, candidates(bags, program.key, scores, own)) : undefined;
  const none = graph.op("Expand", [graph.int1(-1), bags.count]);
  graph.output("witness", witness === undefined ? none : graph.where(flat(valid), witness, none));
  return graph.file(
    [
      { name: "x", type: real, shape: ["n", program.features.length] },
      { name: "bag", type: "int64", shape: ["n"] },
    ],
    [
      { name: "score", type: real, shape: ["bags"] },
      { name: "probability", type: real, shape: ["bags"] },
      { name: "witness", type: "int64", shape: ["bags"] },
    ],
    {
      producer: "bagwise",
      version,
      doc: `Scores bags: ${headline(model)}.`,
      metadata: { features: JSON.stringify(program.features), threshold: String(program.threshold) },
    },
  );
}

/** What the graph knows of bags, and which of them can be scored [B, 1]. */
function bagsOf(graph: Graph, program: Program): { bags: Bags; valid: Tensor } {
  const missing = graph.op("IsNaN", ["x"]);
  const { fill } = program;
  const input = fill === null ? "x" : graph.where(missing, graph.reals(fill, [1, fill.length]), "x");
  const count = graph.add(graph.op("ReduceMax", ["bag", graph.axes(0)], { keepdims: 1 }), graph.int1(1));
  const column = graph.op("Slice", ["x", graph.axes(0), graph.axes(1), graph.axes(1)]);
  const ones = graph.cast(
    graph.op("Or", [graph.op("IsNaN", [column]), graph.op("Not", [graph.op("IsNaN", [column])])]),
    "real",
  );
  const draft = {
    graph,
    features: program.features.length,
    input,
    bag: "bag",
    count,
    sizes: "",
    sizesOfRows: "",
    without: false,
  };
  const counted = overBags(draft, ones, "add");
  const sizes = graph.op("Max", [counted, graph.real1(1)]);
  const bags: Bags = {
    ...draft,
    sizes,
    sizesOfRows: ofRows(draft, sizes),
    without: program.key === null && canLeaveOut(program.score),
  };
  const some = graph.op("Greater", [counted, graph.real1(0)]);
  if (fill !== null) return { bags, valid: some };
  const gaps = overBags(draft, graph.sumLast(graph.cast(missing, "real"), { keep: true }), "add");
  return { bags, valid: graph.op("And", [some, graph.op("Less", [gaps, graph.real1(0.5)])]) };
}

/** Whether scores of bags without an instance follow from sums and extremes. */
function canLeaveOut(score: Score): boolean {
  if (score.op === "expansion") return !hasGraph(score.of);
  if (score.op === "pool") return isMean(score.by);
  if (score.op === "link") return canLeaveOut(score.of);
  return score.op === "base-of-bag" || score.of.every(canLeaveOut);
}

function hasGraph(node: BagSimilarity): boolean {
  if (node.op === "pairs") return node.weights.type === "graph";
  if (node.op === "compare") return false;
  return node.op === "sum" ? node.of.some(hasGraph) : hasGraph(node.of);
}

/** The scores [R, 1]. */
function scoreOf(bags: Bags, node: Score): Tensor {
  const { graph } = bags;
  switch (node.op) {
    case "expansion": {
      const alpha = graph.reals(node.alpha, [node.alpha.length, 1]);
      return graph.add(graph.op("MatMul", [similarityOf(bags, node.of), alpha]), graph.real1(node.beta));
    }
    case "base-of-bag":
      return baseOf(graph, node.base, vectorsOf(bags, node.of));
    case "pool":
      return pooled(bags, valuesOf(bags, node.of), node.by);
    case "link": {
      const { knots, values } = node;
      const last = knots.length - 2;
      const all = Float64Array.from({ length: last + 1 }, (_, k) => k);
      return linear(graph, scoreOf(bags, node.of), knots.slice(1, last + 1), {
        at: knots.slice(0, last + 1),
        value: values.slice(0, last + 1),
        slope: all.map((k) => (values[k + 1] - values[k]) / (knots[k + 1] - knots[k])),
        most: all.map((k) => (k < last ? values[k + 1] : Infinity)),
      });
    }
    default: {
      const sum = node.of.map((part) => scoreOf(bags, part)).reduce((a, b) => graph.add(a, b));
      return node.op === "average" ? graph.div(sum, graph.real1(node.of.length)) : sum;
    }
  }
}

/** A piecewise linear function; piece k begins at `starts[k - 1]`. */
function linear(
  graph: Graph,
  x: Tensor,
  starts: Float64Array,
  pieces: Readonly<Record<"at" | "value" | "slope" | "most", Float64Array>>,
): Tensor {
  const one = (values: Float64Array) => graph.reals(values, [values.length]);
  const begun = graph.op("GreaterOrEqual", [x, graph.reals(starts, [1, starts.length])]);
  const piece =
    starts.length === 0
      ? graph.mul(graph.cast(graph.op("IsNaN", [x]), "int64"), graph.int1(0))
      : graph.sumLast(graph.cast(begun, "int64"), { keep: true });
  const of = (values: Float64Array) => graph.op("Gather", [one(values), piece], { axis: 0 });
  const line = graph.add(of(pieces.value), graph.mul(graph.sub(x, of(pieces.at)), of(pieces.slope)));
  return graph.op("Min", [line, of(pieces.most)]);
}

function probabilityOf(graph: Graph, calibration: Calibration, score: Tensor): Tensor {
  if ("scores" in calibration) {
    const { scores, probabilities } = calibration;
    const last = scores.length;
    const all = Float64Array.from({ length: last + 1 }, (_, k) => k);
    const flat = (k: number) => k === 0 || k === last;
    return linear(graph, score, Float64Array.from(scores), {
      at: all.map((k) => (flat(k) ? 0 : scores[k - 1])),
      value: all.map((k) => probabilities[Math.max(0, k - 1)]),
      slope: all.map((k) => (flat(k) ? 0 : (probabilities[k] - probabilities[k - 1]) / (scores[k] - scores[k - 1]))),
      most: all.map((k) => (flat(k) ? 1 : probabilities[k])),
    });
  }
  const { slope, intercept, doubt } = calibration;
  const one = graph.real1(1);
  const minus = graph.sub(graph.mul(score, graph.real1(-slope)), graph.real1(intercept));
  const plain = graph.div(one, graph.add(one, graph.op("Exp", [minus])));
  if (doubt === undefined) return plain;
  const away = graph.sub(graph.real1(doubt.prior), plain);
  return graph.add(plain, graph.mul(away, graph.real1(doubt.share)));
}

/** Which instances may be the witness of their bag [n, 1]: the first of them is. */
function candidates(bags: Bags, key: Key | null, scores: Tensor, own: Tensor): Tensor {
  const { graph } = bags;
  const highest = (values: Tensor) => graph.op("Equal", [values, ofRows(bags, overBags(bags, values, "max"))]);
  if (key?.type === "highest") return highest(valuesOf(bags, key.of));
  if (key?.type === "lowest") {
    const low = lowest(bags, valuesOf(bags, key.by));
    return graph.op("And", [low, highest(graph.where(low, valuesOf(bags, key.of), graph.real1(-Infinity)))]);
  }
  if (key !== null) {
    const each = key.of.map(({ of, by }) => {
      const values = valuesOf(bags, of);
      return by.type === "attention" ? graph.mul(graph.mul(sharesOf(bags, by), bags.sizesOfRows), values) : values;
    });
    return highest(each.reduce((a, b) => graph.add(a, b)));
  }
  const rest = graph.op("Slice", [scores, bags.count, graph.op("Shape", [scores], { end: 1 }), graph.axes(0)]);
  const falls = graph.sub(ofRows(bags, own), rest);
  const largest = overBags(bags, graph.op("Abs", [falls]), "max");
  const scale = graph.mul(graph.op("Max", [largest, graph.op("Abs", [own])]), graph.real1(EQUAL[graph.real]));
  const least = graph.sub(overBags(bags, falls, "max"), scale);
  return graph.op("GreaterOrEqual", [falls, ofRows(bags, least)]);
}

/** The first row of each bag that is a candidate [B]. */
function firstRow({ graph, bag, count }: Bags, candidate: Tensor): Tensor {
  const chosen = graph.op("Squeeze", [candidate, graph.axes(1)]);
  const rows = graph.op("Squeeze", [graph.op("Shape", [chosen]), graph.axes(0)]);
  const place = graph.op("Range", [graph.int1(0), rows, graph.int1(1)]);
  const beyond = graph.int1(2 ** 52);
  const from = graph.op("Expand", [beyond, count]);
  return graph.op("ScatterElements", [from, bag, graph.where(chosen, place, beyond)], { axis: 0, reduction: "min" });
}
