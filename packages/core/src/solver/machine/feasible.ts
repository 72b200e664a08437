import type { Box } from "./problem.js";

/**
 * Coefficients are whole multiples of a unit: their sum of sizes divided by two to this power, or up to
 * twice that. Rounding adds half a unit to each at most, so that all sums of them have 53 digits at most.
 */
const DIGITS = 52;

/**
 * The coefficients moved into their bounds, and so that they sum to 0 exactly: only then is the dual
 * objective a lower bound. They become multiples of one power of two, whose sums are exact; what the
 * sum still misses goes to samples with room. Undefined if there is no room, or for numbers that are
 * not finite.
 */
export function feasible(alpha: Float64Array, { low, high }: Box): Float64Array | undefined {
  const total = alpha.reduce((sum, value) => sum + Math.abs(value), 0);
  if (total === 0) return new Float64Array(alpha.length);
  const unit = 2 ** (Math.ceil(Math.log2(total)) - DIGITS);
  // Neither for numbers that are not finite, nor for those whose sizes underflow or overflow.
  if (!(unit > 0 && unit < Infinity)) return undefined;
  const result = new Float64Array(alpha.length);
  let sum = 0;
  for (let i = 0; i < alpha.length; i++) {
    const rounded = Math.round(alpha[i] / unit);
    result[i] = Math.min(Math.floor(high[i] / unit), Math.max(Math.ceil(low[i] / unit), rounded)) * unit;
    sum += result[i];
  }
  // Samples between their bounds first, so that those at a bound stay there. Usually one is enough.
  const room = result.map((value, i) => Math.min(value - low[i], high[i] - value));
  for (let tries = 0; tries < result.length && sum !== 0; tries++) {
    let i = 0;
    for (let j = 1; j < room.length; j++) if (room[j] > room[i]) i = j;
    room[i] = -1;
    const moved = Math.min(
      Math.floor(high[i] / unit) * unit,
      Math.max(Math.ceil(low[i] / unit) * unit, result[i] - sum),
    );
    sum += moved - result[i];
    result[i] = moved;
  }
  return sum === 0 ? result : undefined;
}
