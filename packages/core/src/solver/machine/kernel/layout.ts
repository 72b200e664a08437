/**
 * The inner loops of the solver, with two implementations of the same bits: `simd.ts` (WebAssembly) and
 * `plain.ts`. Both work on numbers in one workspace, which belongs to whatever runs now.
 */
export interface MachineKernel {
  readonly name: "simd" | "plain";
  /** The workspace, at least `length` numbers long. Its contents may be lost. */
  workspace(length: number): Float64Array;
  /**
   * Steps of two samples on packed numbers. With s the number of samples, rounded up to an even one, the
   * workspace holds s numbers each of what `PLACES` lists, then the kernel, a row of s numbers for each
   * sample. A sample that only fills up can neither rise nor fall. The first row of the kernel has to be
   * there; the others may come when they are asked for.
   *
   * Steps until no pair violates the conditions of the optimum by more than `accuracy`, at most
   * `most`, or until a row of the kernel is missing, see `missing`. Returns their number.
   */
  pairSteps(size: number, accuracy: number, most: number): number;
  /** The sample whose row stopped the last steps because it is not there, or -1. */
  missing(): number;
  /**
   * Adds two rows of `count` numbers, an even number, each times its weight x. What adding and
   * subtracting `cut` leaves of a number is its upper part; `upper` and `lower` are the parts of x.
   * Products of upper parts are added to the sums at 0, the rest to those at `count`; the rows stand at
   * 2 `count` and 3 `count`. Returns the largest size of a number that is not NaN.
   */
  addExtracted(
    count: number,
    cut: number,
    x0: number,
    upper0: number,
    lower0: number,
    x1: number,
    upper1: number,
    lower1: number,
  ): number;
}

/**
 * What stands where, in units of s numbers. `noRise` is Infinity for a sample at its upper bound,
 * which cannot rise, else 0, and `noFall` the same for falling. Adding it is faster than asking. `there`
 * is 1 for a sample whose row of the kernel is there, else 0.
 */
export const PLACES = {
  alpha: 0,
  gradient: 1,
  low: 2,
  high: 3,
  diagonal: 4,
  noRise: 5,
  noFall: 6,
  there: 7,
  kernel: 8,
} as const;

/** The least curvature along a pair: equal samples have 0. */
export const LEAST_CURVATURE = 1e-12;
