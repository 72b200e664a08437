/**
 * A strictly increasing piecewise linear function of scores through these points, extended beyond
 * both ends by the first and last segment. At least two points.
 */
export interface Link {
  /** Ascending. */
  readonly knots: Float64Array;
  /** Strictly increasing, one per knot. */
  readonly values: Float64Array;
}

/**
 * Applies the function to every score. A higher score never gets a lower value, despite rounding.
 */
export function applyLink({ knots, values }: Link, scores: Float64Array): Float64Array {
  const last = knots.length - 2;
  return scores.map((score) => {
    let piece = 0;
    for (let to = last; piece < to; ) {
      const middle = (piece + to + 1) >> 1;
      if (knots[middle] <= score) piece = middle;
      else to = middle - 1;
    }
    const value = values[piece] + (score - knots[piece]) * slope(knots, values, piece);
    return piece < last ? Math.min(value, values[piece + 1]) : value;
  });
}

/**
 * Whether this is such a function in floating-point arithmetic too: no segment may be so steep or
 * so flat that its slope over- or underflows.
 */
export function isLink({ knots, values }: Link): boolean {
  if (knots.length < 2 || values.length !== knots.length) return false;
  return knots.every((knot, k) => {
    if (k === knots.length - 1) return true;
    const rise = slope(knots, values, k);
    return knot < knots[k + 1] && rise > 0 && rise < Infinity;
  });
}

function slope(knots: Float64Array, values: Float64Array, piece: number): number {
  return (values[piece + 1] - values[piece]) / (knots[piece + 1] - knots[piece]);
}
