import { exp } from "../../base/portable-math.js";
import { instantiate } from "../../base/wasm.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { NETWORK_BINARY } from "./binary.generated.js";

interface Exports {
  readonly memory: WebAssembly.Memory;
  tanh(count: number, cols: number, values: number, bias: number): void;
}

const PAGE = 65536;
/** The most numbers that visit WebAssembly at once: few enough to stay in the cache. */
const VISIT = 2 ** 13;

/**
 * Replaces each value z by tanh(z + bias of its column), with the bits of `tanh` on either back end.
 * Infinity gives 1; NaN remains.
 */
export function tanhOf(values: Matrix, bias: Float64Array, { simd = linearAlgebra().name === "simd" } = {}): void {
  const { rows, cols, data } = values;
  const few = cols === 0 ? 0 : Math.floor(VISIT / cols);
  const fast = simd && few > 0 ? kernel() : undefined;
  if (fast === undefined) {
    for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) data[at] = tanh(data[at] + bias[j]);
    return;
  }
  const { exports, view } = fast;
  view.set(bias, BIAS_AT);
  for (let k = 0; k < 3; k++) view[BIAS_AT + cols + k] = bias[k % cols];
  for (let i = 0; i < rows; i += few) {
    const some = data.subarray(i * cols, Math.min(rows, i + few) * cols);
    view.set(some, VALUES_AT);
    exports.tanh(some.length, cols, VALUES_AT, BIAS_AT);
    some.set(view.subarray(VALUES_AT, VALUES_AT + some.length));
  }
}

function tanh(z: number): number {
  return 1 - 2 / (1 + exp(2 * z));
}

// After one page, which the module may use. Up to three numbers more are written.
const VALUES_AT = PAGE / 8;
const BIAS_AT = VALUES_AT + VISIT + 4;

let made: { readonly exports: Exports; readonly view: Float64Array } | null | undefined;

/** Made once for each thread. Undefined if there is no WebAssembly, or no memory. */
function kernel(): { readonly exports: Exports; readonly view: Float64Array } | undefined {
  if (made === undefined) {
    const exports = instantiate(NETWORK_BINARY) as Exports | undefined;
    made =
      exports === undefined || !grown(exports.memory)
        ? null
        : { exports, view: new Float64Array(exports.memory.buffer) };
  }
  return made ?? undefined;
}

function grown(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(Math.ceil((8 * (BIAS_AT + VISIT + 4)) / PAGE));
    return true;
  } catch {
    return false;
  }
}
