import { conclude, type GapCertificate, type PrimalDualPoint } from "./certificate.js";

/**
 * The certificate for a sum of hinges without a bias: f_i(z) = w_i (z - k_i)_+, with conjugate
 * f_i*(gamma) = k_i gamma for gamma in [0, w_i].
 *
 * Sums the terms of Young's inequality as (w - gamma)(z - k) beyond the kink and gamma (k - z)
 * before it. These are products of nonnegative numbers, so nothing cancels. The point's `rest` is w
 * - gamma. The gap is relative to the objective of alpha = 0.
 */
export function hingeCertificate(
  kinks: Float64Array,
  weights: Float64Array,
): (point: PrimalDualPoint) => GapCertificate {
  let constant = 0;
  for (let i = 0; i < kinks.length; i++) constant += (weights[i] * Math.max(0, -kinks[i])) / kinks.length;
  return (point) => {
    const { s, gamma, rest } = point;
    let young = 0;
    let conjugate = 0;
    for (let i = 0; i < s.length; i++) {
      const over = s[i] - kinks[i];
      young += over > 0 ? rest[i] * over : -gamma[i] * over;
      conjugate += kinks[i] * gamma[i];
    }
    return conclude(point, { b: 0, young, conjugate, constant });
  };
}
