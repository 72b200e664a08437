import { instantiate } from "../../base/wasm.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { BagSet } from "../bag-set.js";
import { BAGS_BINARY } from "./binary.generated.js";

interface Exports {
  readonly memory: WebAssembly.Memory;
  hash(rows: number, columns: number, from: number, order: number, to: number): void;
  add(bags: number, sizes: number, hashes: number, to: number): void;
  summarise(bags: number, columns: number, from: number, sizes: number, to: number, largest: number): number;
}

const PAGE = 65536;
/** So many values, and so many bags, visit WebAssembly at once: few enough to stay in the cache. */
const VISIT = 2 ** 15;
const BAGS = 2 ** 12;
/** Fewer values are not worth the way. */
const FEW = 2 ** 10;

// Places in bytes. The module may use the first page.
const SIZES_AT = PAGE;
const HASHES_AT = SIZES_AT + 4 * BAGS;
const RESULT_AT = HASHES_AT + 8 * (VISIT + 8);
const ORDER_AT = RESULT_AT + 8 * (3 * VISIT + 2);
const ROWS_AT = ORDER_AT + 4 * VISIT;
// Up to seven rows more are read, and one number.
const END = ROWS_AT + 8 * (8 * VISIT + 2);

/** When to use WebAssembly. */
interface KernelOptions {
  /** Default: where linear algebra does. */
  readonly simd?: boolean;
  /** From how many values on. Default 1,024. */
  readonly few?: number;
}

/**
 * Two sums of 32 bits for each bag over the hashes of its instances, one after the other: those of
 * `instanceHasher` with these columns. Undefined if that must be done without WebAssembly.
 */
export function hashSums(bags: BagSet, columns: Uint32Array, options: KernelOptions = {}): Int32Array | undefined {
  const kernel = kernelFor(bags, options);
  if (kernel === undefined || bags.blocks.length > 0) return undefined;
  const { exports, bytes } = kernel;
  const sums = new Int32Array(2 * bags.size);
  new Uint32Array(bytes, ORDER_AT, columns.length).set(columns.map((j) => 8 * j));
  const whole = visits(bags, bytes, (first, count, rows) => {
    exports.hash(rows, bags.dimension, ROWS_AT, ORDER_AT, HASHES_AT);
    exports.add(count, SIZES_AT, HASHES_AT, RESULT_AT);
    sums.set(new Int32Array(bytes, RESULT_AT, 2 * count), 2 * first);
    return true;
  });
  return whole ? sums : undefined;
}

/**
 * Writes minimum, maximum and mean of each feature of each bag, with the bits of `minMaxMean`. False, with
 * anything written, if a bag is empty, a value is not finite or beyond `largest` in magnitude, or that must be
 * done without WebAssembly.
 */
export function summarised(bags: BagSet, largest: number, out: Float64Array, options: KernelOptions = {}): boolean {
  const kernel = kernelFor(bags, options);
  if (kernel === undefined) return false;
  const { exports, bytes } = kernel;
  const width = 3 * bags.dimension;
  return visits(bags, bytes, (first, count) => {
    const sizes = new Uint32Array(bytes, SIZES_AT, count);
    if (sizes.includes(0)) return false;
    const good = exports.summarise(count, bags.dimension, ROWS_AT, SIZES_AT, RESULT_AT, largest);
    out.set(new Float64Array(bytes, RESULT_AT, count * width), first * width);
    return good !== 0;
  });
}

/** Copies some bags at a time to the memory. False if a bag is too large, or a visit returns false. */
function visits(
  bags: BagSet,
  bytes: ArrayBuffer,
  visit: (first: number, count: number, rows: number) => boolean,
): boolean {
  const { data, dimension } = bags;
  // Every matrix is a Float64Array.
  const values = data as Float64Array;
  const rows = new Float64Array(bytes, ROWS_AT, VISIT);
  const sizes = new Uint32Array(bytes, SIZES_AT, BAGS);
  for (let first = 0, next = 0; first < bags.size; first = next) {
    let [used, from, to] = [0, 0, 0];
    const copy = () => {
      rows.set(values.subarray(from * dimension, to * dimension), (used - (to - from)) * dimension);
    };
    for (; next < bags.size && next - first < BAGS; next++) {
      const size = bags.sizeOf(next);
      if ((used + size) * dimension > VISIT) break;
      const start = bags.startOf(next);
      // Neighbours are copied together.
      if (start !== to) {
        copy();
        from = start;
      }
      to = start + size;
      used += size;
      sizes[next - first] = size;
    }
    copy();
    if (next === first || !visit(first, next - first, used)) return false;
  }
  return true;
}

let made: { readonly exports: Exports; readonly bytes: ArrayBuffer } | null | undefined;

/** Made once for each thread. Undefined if there is none, or it is not worth it. */
function kernelFor(bags: BagSet, { simd = linearAlgebra().name === "simd", few = FEW }: KernelOptions) {
  const { dimension } = bags;
  if (!simd || dimension === 0 || dimension > VISIT || bags.instances * dimension < few) return undefined;
  if (made === undefined) {
    const exports = instantiate(BAGS_BINARY) as Exports | undefined;
    made = exports === undefined || !grown(exports.memory) ? null : { exports, bytes: exports.memory.buffer };
  }
  return made ?? undefined;
}

function grown(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(Math.ceil((END - memory.buffer.byteLength) / PAGE));
    return true;
  } catch {
    return false;
  }
}
