import type { BagSet } from "../bag-set.js";
import { bagsKernel } from "../kernel/installed.js";

/**
 * How many bits of a whole number a float64 holds exactly; 32 are one sum, the rest the other.
 */
const HIGH = 2 ** 21;
const LOW = 2 ** 32;

/**
 * A hash of each bag, a whole number below 2^53. Bags with equal instances have equal hashes, in
 * whatever order instances and features come. 0 equals -0 and NaN equals NaN; ids, labels and
 * groups do not count. Different bags collide with a probability of about 1e-16: enough to
 * recognise bags, but not safe against someone who wants a collision. Model files hold these
 * hashes, so they must stay the same in every version. Costs one pass over the instances.
 */
export function bagHashes(bags: BagSet): Float64Array {
  const { features } = bags;
  const columns = Uint32Array.from(features.keys()).sort((i, j) => (features[i] < features[j] ? -1 : 1));
  const seed = namesHash(columns, features);
  const sums = bagsKernel()?.hashSums(bags, columns) ?? plainSums(bags, columns);
  const hashes = new Float64Array(bags.size);
  for (let i = 0; i < hashes.length; i++) {
    const high = finish(sums[2 * i + 1] ^ Math.imul(bags.sizeOf(i), 0x9e3779b1) ^ seed) >>> 0;
    hashes[i] = (high % HIGH) * LOW + (finish(sums[2 * i] ^ seed) >>> 0);
  }
  return hashes;
}

/** Both sums of each bag, without WebAssembly. */
export function plainSums(bags: BagSet, columns: Uint32Array): Int32Array {
  const hash = instanceHasher(bags, columns);
  const sums = new Int32Array(2 * bags.size);
  for (let i = 0; i < bags.size; i++) {
    const { first, second } = hash(i);
    sums[2 * i] = first;
    sums[2 * i + 1] = second;
  }
  return sums;
}

/** The names of the features: with other features it is another bag. */
function namesHash(columns: Uint32Array, features: readonly string[]): number {
  let h = features.length;
  for (const column of columns) {
    for (const unit of `${features[column]}\n`) h = rotate(Math.imul(h ^ (unit.codePointAt(0) ?? 0), 0xcc9e2d51), 15);
  }
  return finish(h);
}

/**
 * Two sums of 32 bits over the instances of a bag, independent of their order, and their number.
 */
interface BagSums {
  readonly first: number;
  readonly second: number;
  readonly size: number;
}

/** The upper half of a float64: its sign, its exponent, the upper digits of its mantissa, and that of NaN. */
const SIGN = 0x80000000 | 0;
const EXPONENT = 0x7ff00000;
const MANTISSA = 0x000fffff;
const NAN_HIGH = 0x7ff80000;

/**
 * Hashes bags: each instance by multiply-and-rotate on the bits of these columns, then two sums
 * over the instances.
 */
export function instanceHasher(bags: BagSet, columns?: Uint32Array): (i: number) => BagSums {
  const value = new Float64Array(1);
  const bits = new Uint32Array(value.buffer);
  const { data, dimension, blocks } = bags;
  // Every matrix is a Float64Array, whose bits can be read in place.
  const { buffer, byteOffset, length } = data as Float64Array;
  const words = new Uint32Array(buffer, byteOffset, 2 * length);
  const order = columns ?? Uint32Array.from({ length: dimension }, (_, j) => j);
  return (i) => {
    const from = bags.startOf(i);
    const size = bags.sizeOf(i);
    let [first, second] = [0, 0];
    for (let row = from; row < from + size; row++) {
      let h = 0x9e3779b9 | 0;
      let g = 0x85ebca6b | 0;
      for (let k = 0; k < dimension; k++) {
        const at = 2 * (row * dimension + order[k]);
        let low = words[at] | 0;
        let high = words[at + 1] | 0;
        // -0 is 0, and all NaN are the same.
        if (low === 0 && high === SIGN) high = 0;
        else if ((high & EXPONENT) === EXPONENT && ((high & MANTISSA) | low) !== 0) {
          low = 0;
          high = NAN_HIGH;
        }
        h = (rotate(Math.imul(h ^ low, 0xcc9e2d51), 15) + high) | 0;
        g = (rotate(Math.imul(g ^ high, 0x1b873593), 13) + low) | 0;
      }
      for (const { offsets, indices, values } of blocks)
        for (let e = offsets[row]; e < offsets[row + 1]; e++) {
          value[0] = values[e];
          h = (rotate(Math.imul(h ^ bits[0] ^ indices[e], 0xcc9e2d51), 15) + bits[1]) | 0;
          g = (rotate(Math.imul(g ^ bits[1], 0x1b873593), 13) + bits[0] + indices[e]) | 0;
        }
      first = (first + finish(h ^ (g >>> 1))) | 0;
      second = (second + finish(g + 0x27d4eb2f)) | 0;
    }
    return { first, second, size };
  };
}

/** A word with its bits rotated to the left. */
function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** The finaliser of MurmurHash3: every bit of the result depends on every bit of the word. */
function finish(word: number): number {
  let z = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
}
