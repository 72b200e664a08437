import { exp } from "../../base/portable-math.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { newRoom, type Room } from "./room.js";
import { tanhOf } from "./tanh.js";

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

/**
 * Runs the network on instances, one per row. Every result depends on its own row alone. They are
 * written to `room`.
 */
export function activate(
  { layers, output, bias, attention }: Network,
  rows: Matrix,
  room: Room = newRoom,
): Activations {
  const hidden: Matrix[] = [];
  let last = rows;
  for (const layer of layers) {
    last = before(layer, last, room);
    tanhOf(last, layer.bias);
    hidden.push(last);
  }
  const outputs = linearAlgebra().gemv(last, output, { out: room(rows.rows) });
  for (let i = 0; i < outputs.length; i++) outputs[i] += bias[0];
  if (attention === null) return { hidden, outputs, attention };
  const signal = before(attention.signal, last, room);
  tanhOf(signal, attention.signal.bias);
  const gate = attention.gate && before(attention.gate, last, room);
  if (attention.gate !== null && gate !== null) sigmoidOf(gate, attention.gate.bias);
  const logits = linearAlgebra().gemv(gated(signal, gate, room), attention.output, { out: room(rows.rows) });
  return { hidden, outputs, attention: { signal, gate, logits } };
}

/** The signal of attention times its gate; the signal itself without one. */
export function gated(signal: Matrix, gate: Matrix | null, room: Room = newRoom): Matrix {
  if (gate === null) return signal;
  const product = matrixIn(room, signal.rows, signal.cols);
  for (let i = 0; i < product.data.length; i++) product.data[i] = signal.data[i] * gate.data[i];
  return product;
}

/** A matrix with any numbers in it. */
export function matrixIn(room: Room, rows: number, cols: number): Matrix {
  return matrix(rows, cols, room(rows * cols));
}

/** What goes into the activation of a layer, but for the bias. */
function before({ weights }: Layer, rows: Matrix, room: Room): Matrix {
  return linearAlgebra().gemmNT(rows, weights, { out: matrixIn(room, rows.rows, weights.rows) });
}

function sigmoidOf({ rows, cols, data }: Matrix, bias: Float64Array): void {
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) data[at] = sigmoid(data[at] + bias[j]);
}

/** 1 / (1 + e^-z). */
export function sigmoid(z: number): number {
  return 1 / (1 + exp(-z));
}
