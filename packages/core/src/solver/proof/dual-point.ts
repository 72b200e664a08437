import { exactSum, over, ROUNDOFF, twoProduct } from "../../linalg/doubled.js";

/** The bounds 0 and weight of each gamma, with about 32 digits. */
export interface DualWeights {
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** How far a weight may be off, as a share of itself. */
export const WEIGHT_ERROR = 2 ** -98;

/** A dual point that fulfils its constraints exactly. */
export interface DualPoint {
  /** The stored gamma, moved inside [0, weight] where rounding put it outside. */
  readonly gamma: Float64Array;
  /** The bag that makes up for the mean. */
  readonly at: number;
  /** What is added to its gamma, so that the mean is the prior, and how far that may be off. */
  readonly shift: number;
  readonly error: number;
}

/** n given_i / sum(given), or 1 without weights. */
export function meanOneWeights(given: Float64Array | undefined, n: number): DualWeights {
  const [high, low] = [new Float64Array(n), new Float64Array(n)];
  if (given === undefined) return { high: high.fill(1), low };
  const sum = exactSum(given);
  const total = { high: sum, low: exactSum([...given, -sum]) };
  for (let i = 0; i < n; i++) ({ high: high[i], low: low[i] } = over(twoProduct(n, given[i]), total));
  return { high, low };
}

/** n slope_i, exactly. */
export function slopesTimes(n: number, slopes: Float64Array): DualWeights {
  const [high, low] = [new Float64Array(slopes.length), new Float64Array(slopes.length)];
  for (let i = 0; i < slopes.length; i++) ({ high: high[i], low: low[i] } = twoProduct(n, slopes[i]));
  return { high, low };
}

/** weight - gamma - shift, correct to the last digits. */
export function restOf({ high, low }: DualWeights, i: number, gamma: number, shift: number): number {
  return high[i] - gamma + (low[i] - shift);
}

/** gamma, moved inside [0, weight]. Rounding puts it outside by a unit in the last place. */
export function inside(gamma: Float64Array, weights: DualWeights): Float64Array {
  return gamma.map((value, i) => {
    if (!(value > 0)) return 0;
    const error = WEIGHT_ERROR * weights.high[i] * Number(weights.low[i] !== 0);
    return restOf(weights, i, value, 0) >= error ? value : weights.high[i] * (1 - 4 * ROUNDOFF);
  });
}

/**
 * The dual point next to gamma whose mean is exactly the prior: one gamma changes by what is
 * missing. If it is not `bounded`, gamma may be any number. Undefined if no gamma has that much room.
 */
export function meetingPrior(
  stored: Float64Array,
  prior: number,
  weights: DualWeights,
  { bounded }: { readonly bounded: boolean },
): DualPoint | undefined {
  const n = stored.length;
  const gamma = bounded ? inside(stored, weights) : stored;
  const wanted = twoProduct(n, prior);
  const shift = -exactSum([-wanted.high, -wanted.low, ...gamma]);
  const error = 4 * ROUNDOFF * Math.abs(shift);
  if (!bounded) return { gamma, at: 0, shift, error };
  // Away from both bounds, moving costs nothing to first order. Otherwise move where there is room.
  const towards = (value: number, rest: number) => (shift > 0 ? rest : value);
  for (const room of [Math.min, towards]) {
    const at = placeOfLargest(gamma, (value, i) => room(value, restOf(weights, i, value, 0)));
    const free = room(gamma[at], restOf(weights, at, gamma[at], 0));
    if (shift === 0 || 2 * Math.abs(shift) < free) return { gamma, at, shift, error };
  }
  return undefined;
}

function placeOfLargest(values: Float64Array, of: (value: number, i: number) => number): number {
  let [place, most] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const size = of(values[i], i);
    if (size > most) [place, most] = [i, size];
  }
  return place;
}
