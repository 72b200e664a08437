import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { InputError } from "./errors.js";
import { log } from "./portable-math.js";

/**
 * A seeded source of randomness. The same seed gives the same numbers on every machine.
 * It is the only mutable thing passed around.
 */
export interface Random {
  /** Uniform on [0, 1), a multiple of 2^-53. */
  uniform(): number;
  /** Uniform among the integers from 0 to n - 1, n at most 2^32. Throws a RangeError when n < 1. */
  below(n: number): number;
  /** Standard normal, by Marsaglia's polar method. */
  normal(): number;
  /** The integers 0 .. n - 1 in random order (Fisher-Yates). */
  permutation(n: number): Uint32Array;
  /** `k` distinct integers of 0 .. n - 1 in random order; all of them when k >= n. Costs O(n). */
  sample(n: number, k: number): Uint32Array;
  /**
   * An independent generator. Drawing from it does not change what this one gives next.
   */
  fork(): Random;
}

/** Throws unless `seed` is a whole number of at most 32 bits. */
export function checkSeed(seed: number): void {
  if (Number.isInteger(seed) && seed >= -(2 ** 31) && seed < 2 ** 32) return;
  throw new InputError({
    code: "seed",
    message: `the seed ${seed} is not a whole number of at most 32 bits`,
    remedy: "Give a whole number from 0 to 4294967295.",
  });
}

/** A generator (xoroshiro128+) with the given seed, default 0. */
export function random(seed = 0): Random {
  checkSeed(seed);
  return fromWords(() => seed);
}

/**
 * A generator with four scrambled words as its state. pure-rand's own seeding uses the seed as the
 * state, so the first numbers of neighbouring seeds are nearly equal.
 */
function fromWords(word: () => number): Random {
  return fromGenerator(xoroshiro128plusFromState([1, 2, 3, 4].map((i) => scramble(word() + i * 0x9e3779b9))));
}

/**
 * The finaliser of MurmurHash3 on 32 bits: a bijection in which every bit depends on every other.
 */
function scramble(word: number): number {
  let z = word | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
}

function fromGenerator(generator: ReturnType<typeof xoroshiro128plusFromState>): Random {
  let spare: number | undefined;
  const uniform = () => uniformFloat64(generator);
  const below = (n: number) => {
    if (!(n >= 1)) throw new RangeError(`below: there is no whole number from 0 to ${n} - 1`);
    return uniformInt(generator, 0, n - 1);
  };
  const normal = () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const factor = Math.sqrt((-2 * log(s)) / s);
        spare = v * factor;
        return u * factor;
      }
    }
  };
  const sample = (n: number, k: number) => {
    const drawn = Math.min(n, k);
    // A loop, because Uint32Array.from takes seven times as long and this is called very often.
    const order = new Uint32Array(n);
    for (let i = 1; i < n; i++) order[i] = i;
    for (let i = 0; i < drawn; i++) {
      const j = i + below(n - i);
      const swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order.slice(0, drawn);
  };
  // Four fresh words and not a jump: a jumped child that forks would repeat its parent's numbers.
  const fork = () => fromWords(() => generator.next());
  return { uniform, below, normal, permutation: (n) => sample(n, n), sample, fork };
}
