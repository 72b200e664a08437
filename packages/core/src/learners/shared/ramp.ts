/** The ramp loss, min(2, max(0, 1 - margin)): a hinge that far errors cannot dominate. */
export function ramp(margin: number): number {
  return Math.min(2, Math.max(0, 1 - margin));
}

/**
 * The state of the concave-convex procedure on ramps. In terms of a decision value z, the concave part
 * of ramp(sign z) is -(z + sign)_+ up to a constant. 1 stands for its tangent of slope -1, of a sample
 * beyond the kink z = -sign; 0 for the tangent 0.
 */
export type Tangents = Uint8Array;

/**
 * A decision value so close to a kink lies on it. Equal instances of both kinds of bags often do, and
 * rounding must not choose between two tangents there: both are valid.
 */
const AT_KINK = 1e-6;

/**
 * The tangents at these decision values. On a kink there are two, of which `atKink` chooses. Default 1.
 */
export function tangentsAt(
  signs: Int8Array,
  z: Float64Array,
  { atKink = 1 }: { readonly atKink?: 0 | 1 } = {},
): Tangents {
  const margin = atKink === 1 ? -AT_KINK : AT_KINK;
  return Uint8Array.from(signs, (sign, i) => (z[i] >= -sign + margin ? 1 : 0));
}

/** The tangents that turn every ramp into its hinge. */
export function hingesAlone(signs: Int8Array): Tangents {
  return Uint8Array.from(signs, (sign) => (sign > 0 ? 1 : 0));
}

/** Whether two states give the same convex problem. */
export function sameTangents(a: Tangents, b: Tangents): boolean {
  return a.every((value, i) => value === b[i]);
}
