import { instantiate } from "@bagwise/core/base";
import { type BackendOptions, linearAlgebra } from "@bagwise/core/linalg";
import { CONCEPT_BINARY } from "./binary.generated.js";
import { plainDistances, plainMoments } from "./plain.js";

/**
 * Instances that are compared with one concept after the other. What is returned is overwritten by the
 * next call.
 */
export interface HeldInstances {
  /** The squared distance of each instance: sum over features of weights (x - point)^2. */
  distances(point: Float64Array, weights: Float64Array): Float64Array;
  /** A number for each instance, to be written before `moments`. */
  readonly slopes: Float64Array;
  /** For each feature the sum over instances of slopes (x - point), and of slopes (x - point)^2. */
  moments(point: Float64Array): { readonly first: Float64Array; readonly second: Float64Array };
  /** Puts another instance in the place of one. */
  replace(row: number, values: Float64Array): void;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  distances(rows: number, cols: number, data: number, point: number, weights: number, to: number): void;
  moments(rows: number, cols: number, data: number, point: number, slopes: number, first: number, second: number): void;
}

const PAGE = 65536;

/**
 * Holds a copy of instances, with `features` numbers each; in a WebAssembly memory of its own if there
 * is SIMD. The bits are the same either way.
 */
export function holdInstances(data: Float64Array, features: number, options: BackendOptions = {}): HeldInstances {
  const fast = linearAlgebra(options).name === "simd" ? heldInWasm(data, features) : undefined;
  return fast ?? heldPlain(data, features);
}

function heldPlain(given: Float64Array, features: number): HeldInstances {
  const data = given.slice();
  const rows = data.length / features;
  const [distances, slopes] = [new Float64Array(rows), new Float64Array(rows)];
  const [first, second] = [new Float64Array(features), new Float64Array(features)];
  return {
    slopes,
    distances(point, weights) {
      plainDistances(data, point, weights, distances);
      return distances;
    },
    moments(point) {
      plainMoments(data, point, slopes, first, second);
      return { first, second };
    },
    replace: (row, values) => data.set(values, row * features),
  };
}

/** Undefined if there is no WebAssembly, or no memory. */
function heldInWasm(data: Float64Array, features: number): HeldInstances | undefined {
  const exports = instantiate(CONCEPT_BINARY) as Exports | undefined;
  if (exports === undefined) return undefined;
  const count = data.length / features;
  // Filled up with zeros: four rows and two columns are done at a time.
  const rows = 4 * Math.ceil(count / 4);
  const cols = 2 * Math.ceil(features / 2);
  // After one page, which the module may use.
  const dataAt = PAGE / 8;
  const distancesAt = dataAt + rows * cols;
  const slopesAt = distancesAt + rows;
  const [pointAt, weightsAt, firstAt, secondAt] = [0, 1, 2, 3].map((k) => slopesAt + rows + k * cols);
  try {
    exports.memory.grow(Math.ceil((8 * (secondAt + cols)) / PAGE));
  } catch {
    return undefined;
  }
  const view = new Float64Array(exports.memory.buffer);
  const part = (at: number, length: number) => view.subarray(at, at + length);
  const [distances, slopes] = [part(distancesAt, count), part(slopesAt, count)];
  const [first, second] = [part(firstAt, features), part(secondAt, features)];
  const replace = (row: number, values: Float64Array) => view.set(values, dataAt + row * cols);
  for (let i = 0; i < count; i++) replace(i, data.subarray(i * features, (i + 1) * features));
  return {
    slopes,
    distances(point, weights) {
      view.set(point, pointAt);
      view.set(weights, weightsAt);
      exports.distances(rows, cols, dataAt, pointAt, weightsAt, distancesAt);
      return distances;
    },
    moments(point) {
      view.set(point, pointAt);
      exports.moments(rows, cols, dataAt, pointAt, slopesAt, firstAt, secondAt);
      return { first, second };
    },
    replace,
  };
}
