import type { Matrix } from "@bagwise/core/linalg";
import type { Network } from "@bagwise/core/scorers";
import type { BagSimilarity, BagVectors, Base, PoolWay, Program, Rows, Score, Values } from "../program/program.js";
import type { compareParts } from "./compare.js";
import type { numberParts } from "./numbers.js";

/** The answer for one bag. */
export interface ExportedAnswer {
  readonly score: number;
  /** Null for a model without probabilities. */
  readonly probability: number | null;
  /** The index of the instance that best explains the score. Null if it was not asked for. */
  readonly witness: number | null;
}

/** Scores one bag: rows of numbers, one after the other. */
export type ProgramScorer = (data: Float64Array, count: number, witness: boolean) => ExportedAnswer;

/**
 * Runs a scoring program, with the same bits as the model. The text of this function is printed into a
 * JavaScript export, so it uses nothing from outside but what it is given.
 */
export function runProgram(
  program: Program,
  parts: { readonly numbers: typeof numberParts; readonly compare: typeof compareParts },
): ProgramScorer {
  const LARGEST = 2 ** 400;
  /** What was computed for a key: for this bag, or for good if the key is a part of the program. */
  const known = new Map<unknown, Map<unknown, unknown>>();
  let own = new Map<unknown, Map<unknown, unknown>>();
  const constants = new Set<unknown>();
  function remembered<Result>(what: unknown, key: unknown, make: () => Result): Result {
    const all = constants.has(key) ? known : own;
    let of = all.get(what);
    if (of === undefined) {
      of = new Map();
      all.set(what, of);
    }
    if (!of.has(key)) of.set(key, make());
    return of.get(key) as Result;
  }

  const numbers = parts.numbers();
  const { exp, log, dot, squares, raised, highest, lowest } = numbers;
  const { distances, gram, transformed, instanceWeights, pairSum } = parts.compare(numbers, remembered);

  function rowsOf(node: Rows, bag: Matrix): Matrix {
    return remembered(rowsOf, node, () => {
      if (node.op === "input") return bag;
      const given = rowsOf(node.of, bag);
      const data = given.data.slice();
      const { rows, cols } = given;
      if (node.op === "project") {
        for (let k = 0; k < data.length; k++) data[k] -= node.mean[k % cols];
        const { axes } = node;
        const projected = new Float64Array(rows * axes.rows);
        for (let i = 0, at = 0; i < rows; i++)
          for (let j = 0; j < axes.rows; j++) projected[at++] = dot(data, i * cols, axes.data, j * cols, cols);
        return { rows, cols: axes.rows, data: projected };
      }
      const { unit, shift } = node;
      for (let k = 0; k < data.length; k++) {
        const j = k % cols;
        if (unit !== null) data[k] *= unit[j];
        if (shift !== null) data[k] = shift.divisor[j] === 0 ? 0 : (data[k] - shift.offset[j]) / shift.divisor[j];
        if (!(Math.abs(data[k]) <= LARGEST)) throw new RangeError("a value is too large to compute with");
      }
      return { rows, cols, data };
    });
  }

  function vectorOf(node: BagVectors, bag: Matrix): Matrix {
    return remembered(vectorOf, node, () => {
      const rows = rowsOf(node.of, bag);
      if (node.op === "nearest") {
        const all = distances(rows, node.points);
        const data = new Float64Array(all.cols).fill(Infinity);
        for (let k = 0; k < all.data.length; k++) data[k % all.cols] = Math.min(data[k % all.cols], all.data[k]);
        return { rows: 1, cols: all.cols, data: data.map((squared) => exp(-node.rate * squared)) };
      }
      const width = rows.cols;
      const low = new Float64Array(width).fill(Infinity);
      const high = new Float64Array(width).fill(-Infinity);
      const mean = new Float64Array(width);
      for (let k = 0; k < rows.data.length; k++) {
        const j = k % width;
        const value = rows.data[k] + 0;
        if (value < low[j]) low[j] = value;
        if (value > high[j]) high[j] = value;
        mean[j] += rows.data[k];
      }
      for (let j = 0; j < width; j++) {
        mean[j] /= rows.rows;
        if (node.within) mean[j] = Math.min(high[j], Math.max(low[j], mean[j]));
      }
      const parts = { min: low, max: high, mean };
      const data = new Float64Array(node.parts.length * width);
      for (let p = 0; p < node.parts.length; p++) data.set(parts[node.parts[p]], p * width);
      return { rows: 1, cols: data.length, data };
    });
  }

  /** The similarity of the bag to every centre. */
  function similarities(node: BagSimilarity, bag: Matrix): Float64Array {
    if (node.op === "compare") {
      const { transform, centres } = node;
      constants.add(transform);
      const others =
        transform === null ? centres : remembered(centres, transform, () => transformed(transform, centres));
      constants.add(others.data);
      return gram(node.kernel, transformed(transform, vectorOf(node.of, bag)), others).data;
    }
    if (node.op === "pairs") {
      const { offsets, centres, centreWeights } = node;
      constants.add(centres.data);
      const rows = rowsOf(node.of, bag);
      const weights = instanceWeights(node.weights, rows);
      const values = gram(node.kernel, rows, centres);
      return Float64Array.from({ length: offsets.length - 1 }, (_, i) =>
        pairSum(values, offsets[i], offsets[i + 1], weights, centreWeights),
      );
    }
    if (node.op === "sum") {
      const parts = node.of.map((part) => similarities(part, bag));
      return parts[0].map((_, i) => {
        let total = 0;
        for (let k = 0; k < parts.length; k++) total += node.weights[k] * parts[k][i];
        return total / node.divisor;
      });
    }
    const inner = similarities(node.of, bag);
    if (node.op === "power") return inner.map((value) => raised(value, node.degree));
    const self = selfOf(node.of, bag);
    const root = self > 0 ? Math.sqrt(self) : 0;
    return inner.map((value, i) => (root * node.roots[i] > 0 ? value / (root * node.roots[i]) : 0));
  }

  /** The similarity of the bag to itself. */
  function selfOf(node: BagSimilarity, bag: Matrix): number {
    if (node.op === "compare") {
      const { data, cols } = vectorOf(node.of, bag);
      const { kernel } = node;
      const length = squares(data, 0, cols);
      if (kernel.type === "linear") return length;
      if (kernel.type === "polynomial") return raised(length + kernel.offset, kernel.degree);
      return kernel.type === "cosine" && length === 0 ? 0 : 1;
    }
    if (node.op === "pairs") {
      const rows = rowsOf(node.of, bag);
      const weights = instanceWeights(node.weights, rows);
      return pairSum(gram(node.kernel, rows, rows), 0, rows.rows, weights, weights);
    }
    if (node.op === "sum") return node.of.reduce((sum, part, k) => sum + node.weights[k] * selfOf(part, bag), 0);
    if (node.op === "power") return raised(selfOf(node.of, bag), node.degree);
    return selfOf(node.of, bag) > 0 ? 1 : 0;
  }

  function baseOf(base: Base, { rows, cols, data }: Matrix): Float64Array {
    return Float64Array.from({ length: rows }, (_, i) => {
      if (base.type === "hyperplane") return dot(data, i * cols, base.weights, 0, cols) + base.bias;
      const { roots, feature, number, right } = base;
      let sum = 0;
      for (let tree = 0; tree < roots.length; tree++) {
        let node = roots[tree];
        for (let j = feature[node]; j >= 0; j = feature[node])
          node = data[i * cols + j] <= number[node] ? node + 1 : right[node];
        sum += number[node];
      }
      return sum / roots.length;
    });
  }

  function valuesOf(node: Values, bag: Matrix): Float64Array {
    return remembered(valuesOf, node, () => {
      const rows = rowsOf(node.of, bag);
      if (node.op === "base") return baseOf(node.base, rows);
      if (node.op === "network") return networkOf(node.network, rows)[node.give];
      constants.add(node.centres.data);
      if (node.op === "expand") {
        const { alpha, beta } = node;
        const { data, cols } = gram(node.kernel, rows, node.centres);
        return Float64Array.from({ length: rows.rows }, (_, i) => {
          if (node.kernel.type !== "gaussian" || !node.kernel.exact) return dot(data, i * cols, alpha, 0, cols) + beta;
          let sum = 0;
          for (let l = 0; l < cols; l++) sum += alpha[l] * data[i * cols + l];
          return sum + beta;
        });
      }
      const { data, cols } = distances(rows, node.centres);
      return Float64Array.from({ length: rows.rows }, (_, i) => {
        let largest = -Infinity;
        const term = (l: number) => -node.rate * data[i * cols + l] + node.logs[l];
        for (let l = 0; l < cols; l++) largest = Math.max(largest, term(l));
        let sum = 0;
        for (let l = 0; l < cols; l++) sum += exp(term(l) - largest);
        return largest + log(sum);
      });
    });
  }

  function networkOf(network: Network, rows: Matrix) {
    return remembered(networkOf, network, () => {
      const layer = (h: Matrix, { weights, bias }: Network["layers"][number], activation: (z: number) => number) => {
        const data = new Float64Array(h.rows * bias.length);
        for (let i = 0, at = 0; i < h.rows; i++)
          for (let k = 0; k < bias.length; k++)
            data[at++] = activation(dot(h.data, i * h.cols, weights.data, k * h.cols, h.cols) + bias[k]);
        return { rows: h.rows, cols: bias.length, data };
      };
      const tanh = (z: number) => 1 - 2 / (1 + exp(2 * z));
      const times = (h: Matrix, w: Float64Array) =>
        Float64Array.from({ length: h.rows }, (_, i) => dot(h.data, i * h.cols, w, 0, h.cols));
      let last = rows;
      for (const each of network.layers) last = layer(last, each, tanh);
      const outputs = times(last, network.output).map((value) => value + network.bias[0]);
      const { attention } = network;
      if (attention === null) return { outputs, logits: outputs };
      const signal = layer(last, attention.signal, tanh);
      if (attention.gate !== null) {
        const gate = layer(last, attention.gate, (z) => 1 / (1 + exp(-z)));
        for (let k = 0; k < gate.data.length; k++) signal.data[k] *= gate.data[k];
      }
      return { outputs, logits: times(signal, attention.output) };
    });
  }

  /** The number of the bag, and how much each instance has to do with it. */
  function pooled(by: PoolWay, values: Float64Array, bag: Matrix): { score: number; shares: Float64Array } {
    const shares = new Float64Array(values.length).fill(1);
    const size = values.length;
    if (by.type === "key")
      return { score: values[by.by === null ? highest(values) : lowest(valuesOf(by.by, bag), values)], shares };
    if (by.type === "top") {
      const count = Math.max(1, Math.round(by.share * size));
      let sum = 0;
      for (const value of values
        .slice()
        .sort()
        .subarray(size - count))
        sum += value;
      return { score: sum / count, shares };
    }
    const top = values[highest(values)];
    if (by.type !== "mean") {
      const weighing = by.type === "attention" ? valuesOf(by.logits, bag) : values;
      const most = weighing[highest(weighing)];
      for (let i = 0; i < size; i++) shares[i] = exp(weighing[i] - most);
    }
    let total = 0;
    for (let i = 0; i < size; i++) total += shares[i];
    if (by.type === "log-sum-exp") return { score: top + log(total / size), shares };
    let below = 0;
    for (let i = 0; i < size; i++) {
      shares[i] /= total;
      below += shares[i] * (values[i] - top);
    }
    return { score: top + below, shares };
  }

  function scoreOf(node: Score, bag: Matrix): number {
    if (node.op === "expansion") {
      const values = similarities(node.of, bag);
      return dot(values, 0, node.alpha, 0, values.length) + node.beta;
    }
    if (node.op === "base-of-bag") return baseOf(node.base, vectorOf(node.of, bag))[0];
    if (node.op === "pool") return pooled(node.by, valuesOf(node.of, bag), bag).score;
    if (node.op === "average") return node.of.reduce((sum, part) => sum + scoreOf(part, bag) / node.of.length, 0);
    if (node.op === "add") {
      let sum = scoreOf(node.of[0], bag);
      for (let k = 1; k < node.of.length; k++) sum += scoreOf(node.of[k], bag);
      return sum;
    }
    const { knots, values } = node;
    const score = scoreOf(node.of, bag);
    const last = knots.length - 2;
    let piece = 0;
    while (piece < last && knots[piece + 1] <= score) piece++;
    const slope = (values[piece + 1] - values[piece]) / (knots[piece + 1] - knots[piece]);
    const value = values[piece] + (score - knots[piece]) * slope;
    return piece < last ? Math.min(value, values[piece + 1]) : value;
  }

  function probabilityOf(score: number): number | null {
    const { calibration } = program;
    if (calibration === null) return null;
    if (!("scores" in calibration)) {
      const { slope, intercept, doubt } = calibration;
      const probability = 1 / (1 + exp(-(slope * score + intercept)));
      return doubt === undefined ? probability : probability + doubt.share * (doubt.prior - probability);
    }
    const { scores, probabilities } = calibration;
    const last = scores.length - 1;
    if (!(score > scores[0])) return probabilities[0];
    if (score >= scores[last]) return probabilities[last];
    let from = 0;
    while (scores[from + 1] <= score) from++;
    const [low, high] = [probabilities[from], probabilities[from + 1]];
    const share = (score - scores[from]) / (scores[from + 1] - scores[from]);
    return Math.min(high, Math.max(low, low + share * (high - low)));
  }

  function afresh(bag: Matrix): number {
    own = new Map();
    return scoreOf(program.score, bag);
  }

  /** The instance without which the score falls the most, the first of equal ones. */
  function fallsMost(bag: Matrix, score: number): number {
    const { rows, cols, data } = bag;
    if (rows === 1) return 0;
    const falls = Float64Array.from({ length: rows }, (_, i) => {
      const rest = new Float64Array(data.length - cols);
      rest.set(data.subarray(0, i * cols));
      rest.set(data.subarray((i + 1) * cols), i * cols);
      return score - afresh({ rows: rows - 1, cols, data: rest });
    });
    if (data.every((value, k) => value === data[k % cols])) falls.fill(0);
    const most = falls[highest(falls)];
    const scale = falls.reduce((a, b) => Math.max(a, Math.abs(b)), Math.abs(score));
    return falls.findIndex((fall) => Math.abs(fall - most) <= 1e-11 * scale);
  }

  function witnessOf(bag: Matrix, score: number): number {
    const { key } = program;
    if (key === null) return fallsMost(bag, score);
    if (key.type === "highest") return highest(valuesOf(key.of, bag));
    if (key.type === "lowest") return lowest(valuesOf(key.by, bag), valuesOf(key.of, bag));
    const total = new Float64Array(bag.rows);
    for (const { of, by } of key.of) {
      const values = valuesOf(of, bag);
      const { shares } = pooled(by, values, bag);
      for (let i = 0; i < total.length; i++)
        total[i] += ((by.type === "attention" ? shares[i] * bag.rows : 1) * values[i]) / key.of.length;
    }
    return highest(total);
  }

  return (data, rows, witness) => {
    for (const value of data)
      if (!(Math.abs(value) <= LARGEST)) throw new RangeError("a value is too large, or no finite number");
    const bag = { rows, cols: program.features.length, data };
    const score = afresh(bag);
    if (!Number.isFinite(score)) throw new RangeError("the score of the bag is not a finite number");
    const found = witness ? witnessOf(bag, score) : null;
    own = new Map();
    return { score, probability: probabilityOf(score), witness: found };
  };
}
