import { instantiate } from "@bagwise/core/base";
import { linearAlgebra } from "@bagwise/core/linalg";
import { NETWORK_BINARY } from "@bagwise/core/scorers";

/** Decay rates of the moments, and what keeps a division by a vanishing moment small. */
const FIRST = 0.9;
const SECOND = 0.999;
const TINY = 1e-8;

interface Rates {
  /** What the parameters are multiplied by first. */
  readonly shrink: number;
  /** The learning rate, and the factor of the squares, that make up for moments that start at 0. */
  readonly length: number;
  readonly unbiased: number;
}

/** Takes one step: changes the parameters in place. */
type Step = (gradient: readonly Float64Array[], rates: Rates) => void;

/**
 * Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019). Returns a
 * function that takes one step: it changes the parameters in place, and nothing else may change them.
 * Each is first divided by 1 + rate lambda, which is stable for any lambda. With SIMD or without, the
 * bits are the same.
 */
export function adam(
  parameters: readonly Float64Array[],
  {
    rate,
    lambda,
    simd = linearAlgebra().name === "simd",
  }: { readonly rate: number; readonly lambda: number; readonly simd?: boolean },
): (gradient: readonly Float64Array[]) => void {
  const step = (simd ? stepsInWasm(parameters) : undefined) ?? plainSteps(parameters);
  const shrink = 1 / (1 + rate * lambda);
  let [first, second] = [1, 1];
  return (gradient) => {
    first *= FIRST;
    second *= SECOND;
    step(gradient, { shrink, length: rate / (1 - first), unbiased: 1 / (1 - second) });
  };
}

function plainSteps(parameters: readonly Float64Array[]): Step {
  const means = parameters.map(({ length }) => new Float64Array(length));
  const squares = parameters.map(({ length }) => new Float64Array(length));
  return (gradient, { shrink, length, unbiased }) => {
    for (const [k, values] of parameters.entries()) {
      const mean = means[k];
      const square = squares[k];
      const slopes = gradient[k];
      for (let i = 0; i < values.length; i++) {
        mean[i] += (1 - FIRST) * (slopes[i] - mean[i]);
        square[i] += (1 - SECOND) * (slopes[i] * slopes[i] - square[i]);
        values[i] = values[i] * shrink - (length * mean[i]) / (Math.sqrt(unbiased * square[i]) + TINY);
      }
    }
  };
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  adam(
    count: number,
    values: number,
    means: number,
    squares: number,
    slopes: number,
    first: number,
    second: number,
    shrink: number,
    length: number,
    unbiased: number,
    tiny: number,
  ): void;
}

const PAGE = 65536;

/**
 * With the moments, and a copy of the parameters, in a WebAssembly memory of its own. Undefined if
 * there is no WebAssembly, or no memory.
 */
function stepsInWasm(parameters: readonly Float64Array[]): Step | undefined {
  const exports = instantiate(NETWORK_BINARY) as Exports | undefined;
  if (exports === undefined) return undefined;
  const count = parameters.reduce((sum, { length }) => sum + length, 0);
  // Two numbers are done at a time; after one page, which the module may use.
  const each = 2 * Math.ceil(count / 2);
  const [valuesAt, meansAt, squaresAt, slopesAt] = [0, 1, 2, 3].map((part) => PAGE / 8 + part * each);
  try {
    exports.memory.grow(Math.ceil((8 * 4 * each) / PAGE));
  } catch {
    return undefined;
  }
  const view = new Float64Array(exports.memory.buffer);
  // One view for each parameter, made once.
  const viewsFrom = (at: number) => {
    let from = at;
    return parameters.map(({ length }) => {
      from += length;
      return view.subarray(from - length, from);
    });
  };
  const [values, slopes] = [viewsFrom(valuesAt), viewsFrom(slopesAt)];
  for (const [k, own] of parameters.entries()) values[k].set(own);
  return (gradient, { shrink, length, unbiased }) => {
    for (const [k, own] of gradient.entries()) slopes[k].set(own);
    const decays = [1 - FIRST, 1 - SECOND] as const;
    exports.adam(count, valuesAt, meansAt, squaresAt, slopesAt, ...decays, shrink, length, unbiased, TINY);
    for (const [k, own] of parameters.entries()) own.set(values[k]);
  };
}
