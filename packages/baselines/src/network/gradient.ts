import { linearAlgebra, type Matrix, matrix } from "@bagwise/core/linalg";
import {
  activate,
  gated,
  type Layer,
  matrixIn,
  type Network,
  newRoom,
  type Pooling,
  pooled,
  type Room,
} from "@bagwise/core/scorers";
import { type LossTerms, lossOf, type NetworkLoss } from "./loss.js";

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
 * with derivatives in place of its numbers. It is written to `room`. Backpropagation; costs about
 * three times as much as scoring the bags, with max pooling hardly more than scoring them.
 */
export function gradientOf(
  network: Network,
  { rows, offsets }: BagRowsOf,
  { pooling, terms, room = newRoom }: { readonly pooling: Pooling; readonly terms: LossTerms; readonly room?: Room },
): NetworkLoss & { readonly gradient: Float64Array[] } {
  const { hidden: all, outputs, attention } = activate(network, rows, room);
  const logits = attention === null ? null : attention.logits;
  const { scores, shares } = pooled(pooling, { outputs, logits }, offsets);
  const loss = lossOf(scores, terms);
  const byEach = room(outputs.length);
  const byLogit = room(outputs.length);
  let byBias = 0;
  for (let bag = 0; bag < scores.length; bag++) {
    for (let i = offsets[bag]; i < offsets[bag + 1]; i++) {
      byEach[i] = loss.slopes[bag] * shares[i];
      byLogit[i] = byEach[i] * (outputs[i] - scores[bag]);
      byBias += byEach[i];
    }
  }
  // The loss depends on the highest instance of each bag alone, and so does its gradient.
  const some = pooling === "max" ? Uint32Array.from(shares.keys()).filter((i) => shares[i] > 0) : undefined;
  const those = (values: Matrix) => (some === undefined ? values : rowsIn(room, values, some));
  const [inputs, hidden] = [those(rows), all.map(those)];
  const byOutput = those(matrix(byEach.length, 1, byEach)).data;
  const last = hidden[hidden.length - 1];
  const byHidden = outer(byOutput, network.output, room);
  const end = [linearAlgebra().gemvT(last, byOutput, { out: room(last.cols) }), Float64Array.of(byBias)];
  if (network.attention !== null && attention !== null) {
    const { signal, gate } = attention;
    const byProduct = outer(byLogit, network.attention.output, room);
    const bySignal = byTanh(gated(byProduct, gate, room), signal);
    end.push(...backThrough(network.attention.signal, bySignal, last, { into: byHidden, room }));
    if (network.attention.gate !== null && gate !== null) {
      const byGate = gated(byProduct, signal, room);
      for (let i = 0; i < gate.data.length; i++) byGate.data[i] *= gate.data[i] * (1 - gate.data[i]);
      end.push(...backThrough(network.attention.gate, byGate, last, { into: byHidden, room }));
    }
    end.push(linearAlgebra().gemvT(gated(signal, gate, room), byLogit, { out: room(signal.cols) }));
  }
  const layers: Float64Array[] = [];
  let by = byHidden;
  for (let l = network.layers.length - 1; l >= 0; l--) {
    const inner = byTanh(by, hidden[l]);
    const below = l === 0 ? inputs : hidden[l - 1];
    layers.unshift(...backThrough(network.layers[l], inner, below, { room }));
    if (l > 0)
      by = linearAlgebra().gemm(inner, network.layers[l].weights, { out: matrixIn(room, below.rows, below.cols) });
  }
  return { ...loss, gradient: [...layers, ...end] };
}

/**
 * The derivatives by the weights and the bias of a layer, from those by its values before the
 * activation. Adds those by what goes into it to `into`, if given.
 */
function backThrough(
  { weights }: Layer,
  by: Matrix,
  input: Matrix,
  { into, room }: { readonly into?: Matrix; readonly room: Room },
): [Float64Array, Float64Array] {
  const algebra = linearAlgebra();
  if (into !== undefined) {
    const [to, more] = [into.data, algebra.gemm(by, weights, { out: matrixIn(room, by.rows, weights.cols) }).data];
    const count = more.length;
    for (let i = 0; i < count; i++) to[i] += more[i];
  }
  return [
    algebra.gemmTN(by, input, { out: matrixIn(room, by.cols, input.cols) }).data,
    algebra.gemvT(by, room(by.rows).fill(1), { out: room(by.cols) }),
  ];
}

/** Some rows of a matrix. */
function rowsIn(room: Room, { cols, data }: Matrix, rows: Uint32Array): Matrix {
  const chosen = matrixIn(room, rows.length, cols);
  for (let k = 0; k < rows.length; k++) {
    const [to, from] = [k * cols, rows[k] * cols];
    for (let j = 0; j < cols; j++) chosen.data[to + j] = data[from + j];
  }
  return chosen;
}

function outer(a: Float64Array, b: Float64Array, room: Room): Matrix {
  const product = matrixIn(room, a.length, b.length);
  const { rows, cols, data } = product;
  for (let i = 0, at = 0; i < rows; i++) {
    const each = a[i];
    for (let j = 0; j < cols; j++, at++) data[at] = each * b[j];
  }
  return product;
}

/** Makes the derivatives by the values before tanh, in place, from those after it and what it gave. */
function byTanh(by: Matrix, after: Matrix): Matrix {
  const [slopes, values] = [by.data, after.data];
  const count = slopes.length;
  for (let i = 0; i < count; i++) slopes[i] *= 1 - values[i] * values[i];
  return by;
}
