import { exp } from "../../base/portable-math.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";

/** A dense layer: x becomes weights x + bias. One row of weights for each unit. */
export interface Layer {
  readonly weights: Matrix;
  readonly bias: Float64Array;
}

/**
 * How much a bag attends to an instance with hidden values h (Ilse, Tomczak and Welling 2018): the
 * softmax over the bag of
 *
 *     output' tanh(V h + v),   or with a gate   output' (tanh(V h + v) * sigmoid(U h + u)).
 */
export interface Attention {
  readonly signal: Layer;
  readonly gate: Layer | null;
  readonly output: Float64Array;
}

/**
 * A network on instances: hidden layers with tanh, then f(x) = output'h + bias. What becomes of the
 * outputs of the instances of a bag, `pooled` says.
 */
export interface Network {
  readonly layers: readonly Layer[];
  readonly output: Float64Array;
  /** One number. */
  readonly bias: Float64Array;
  /** Null unless the pooling is by attention. */
  readonly attention: Attention | null;
}

/** What a network computes for some instances, with all that its gradient needs. */
export interface Activations {
  /** The values of each hidden layer, one row for each instance. */
  readonly hidden: readonly Matrix[];
  /** f of each instance. */
  readonly outputs: Float64Array;
  /** Null without attention. */
  readonly attention: {
    readonly signal: Matrix;
    readonly gate: Matrix | null;
    /** What the softmax is taken of. */
    readonly logits: Float64Array;
  } | null;
}

/** Runs the network on instances, one per row. Every result depends on its own row alone. */
export function activate({ layers, output, bias, attention }: Network, rows: Matrix): Activations {
  const hidden: Matrix[] = [];
  let last = rows;
  for (const layer of layers) {
    last = through(layer, last, tanh);
    hidden.push(last);
  }
  const outputs = linearAlgebra().gemv(last, output);
  for (let i = 0; i < outputs.length; i++) outputs[i] += bias[0];
  if (attention === null) return { hidden, outputs, attention };
  const signal = through(attention.signal, last, tanh);
  const gate = attention.gate && through(attention.gate, last, sigmoid);
  const logits = linearAlgebra().gemv(gated(signal, gate), attention.output);
  return { hidden, outputs, attention: { signal, gate, logits } };
}

/** The signal of attention times its gate; the signal itself without one. */
export function gated(signal: Matrix, gate: Matrix | null): Matrix {
  if (gate === null) return signal;
  const product = matrix(signal.rows, signal.cols);
  for (let i = 0; i < product.data.length; i++) product.data[i] = signal.data[i] * gate.data[i];
  return product;
}

function through({ weights, bias }: Layer, rows: Matrix, activation: (value: number) => number): Matrix {
  const values = linearAlgebra().gemmNT(rows, weights);
  const { cols, data } = values;
  for (let i = 0, at = 0; i < values.rows; i++)
    for (let j = 0; j < cols; j++, at++) data[at] = activation(data[at] + bias[j]);
  return values;
}

/** 1 / (1 + e^-z). */
export function sigmoid(z: number): number {
  return 1 / (1 + exp(-z));
}

function tanh(z: number): number {
  return 1 - 2 / (1 + exp(2 * z));
}
