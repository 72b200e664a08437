import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix, transpose } from "../../linalg/matrix.js";
import { activate, gated, type Layer, type Network } from "../../model/network/network.js";
import { type Pooling, pooled } from "../../model/network/pooling.js";
import { type Loss, type LossTerms, lossOf } from "./loss.js";

/** Instances of bags: bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
export interface BagRowsOf {
  readonly rows: Matrix;
  readonly offsets: Uint32Array;
}

/** The numbers of a network that training changes, always in the same order. */
export function parametersOf({ layers, output, bias, attention }: Network): Float64Array[] {
  const ofLayer = ({ weights, bias: own }: Layer) => [weights.data, own];
  return [
    ...layers.flatMap(ofLayer),
    output,
    bias,
    ...(attention === null
      ? []
      : [...ofLayer(attention.signal), ...(attention.gate === null ? [] : ofLayer(attention.gate)), attention.output]),
  ];
}

/**
 * The loss of bags under a network, and its gradient: what `parametersOf` would give for a network
 * with derivatives in place of its numbers. Backpropagation; costs about three times as much as
 * scoring the bags.
 */
export function gradientOf(
  network: Network,
  { rows, offsets }: BagRowsOf,
  { pooling, terms }: { readonly pooling: Pooling; readonly terms: LossTerms },
): Loss & { readonly gradient: Float64Array[] } {
  const { hidden, outputs, attention } = activate(network, rows);
  const logits = attention === null ? null : attention.logits;
  const { scores, shares } = pooled(pooling, { outputs, logits }, offsets);
  const loss = lossOf(scores, terms);
  const byOutput = new Float64Array(outputs.length);
  const byLogit = new Float64Array(outputs.length);
  for (let bag = 0; bag < scores.length; bag++) {
    for (let i = offsets[bag]; i < offsets[bag + 1]; i++) {
      byOutput[i] = loss.slopes[bag] * shares[i];
      byLogit[i] = byOutput[i] * (outputs[i] - scores[bag]);
    }
  }
  const last = hidden[hidden.length - 1];
  const byHidden = outer(byOutput, network.output);
  const end = [linearAlgebra().gemvT(last, byOutput), Float64Array.of(byOutput.reduce((sum, each) => sum + each, 0))];
  if (network.attention !== null && attention !== null) {
    const { signal, gate } = attention;
    const byProduct = outer(byLogit, network.attention.output);
    const bySignal = byTanh(gated(byProduct, gate), signal);
    end.push(...backThrough(network.attention.signal, bySignal, last, byHidden));
    if (network.attention.gate !== null && gate !== null) {
      const byGate = gated(byProduct, signal);
      for (let i = 0; i < gate.data.length; i++) byGate.data[i] *= gate.data[i] * (1 - gate.data[i]);
      end.push(...backThrough(network.attention.gate, byGate, last, byHidden));
    }
    end.push(linearAlgebra().gemvT(gated(signal, gate), byLogit));
  }
  const layers: Float64Array[] = [];
  let by = byHidden;
  for (let l = network.layers.length - 1; l >= 0; l--) {
    const inner = byTanh(by, hidden[l]);
    const below = l === 0 ? rows : hidden[l - 1];
    by = matrix(below.rows, l === 0 ? 0 : below.cols);
    layers.unshift(...backThrough(network.layers[l], inner, below, l === 0 ? null : by));
  }
  return { ...loss, gradient: [...layers, ...end] };
}

/**
 * The derivatives by the weights and the bias of a layer, from those by its values before the
 * activation. Adds those by what goes into it to `into`, unless it is null.
 */
function backThrough({ weights }: Layer, by: Matrix, input: Matrix, into: Matrix | null): [Float64Array, Float64Array] {
  const algebra = linearAlgebra();
  if (into !== null) {
    const more = algebra.gemm(by, weights).data;
    for (let i = 0; i < more.length; i++) into.data[i] += more[i];
  }
  return [algebra.gemm(transpose(by), input).data, algebra.gemvT(by, new Float64Array(by.rows).fill(1))];
}

function outer(a: Float64Array, b: Float64Array): Matrix {
  return linearAlgebra().gemm(matrix(a.length, 1, a), matrix(1, b.length, b));
}

/** The derivatives by the values before tanh, from those after it and what it gave. */
function byTanh(by: Matrix, after: Matrix): Matrix {
  const before = matrix(by.rows, by.cols);
  const [to, from, values] = [before.data, by.data, after.data];
  for (let i = 0; i < to.length; i++) to[i] = from[i] * (1 - values[i] * values[i]);
  return before;
}
