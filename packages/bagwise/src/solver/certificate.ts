/**
 * A primal point (alpha, b) and a dual point gamma, in units in which the loss is e l(-z / e): e is
 * 1 outside of solvers.
 */
export interface PrimalDualPoint {
  readonly prior: number;
  readonly e: number;
  /** The weight of the penalty in these units. */
  readonly kappa: number;
  /** prior (mean of the positive bags - mean of the unlabeled bags). */
  readonly c: Float64Array;
  readonly alpha: Float64Array;
  /** The decision values without the bias. */
  readonly s: Float64Array;
  /**
   * With mean `prior`, and where the conjugate of the loss is finite: between 0 and the weight of
   * the bag, which is 1 where all count the same.
   */
  readonly gamma: Float64Array;
  /** weight - gamma, exact also where gamma is close to the weight. */
  readonly rest: Float64Array;
  /** kappa alpha - c + A' gamma / n: what keeps alpha from being gamma's own. */
  readonly residual: Float64Array;
}

export interface GapCertificate {
  /** The best bias for that alpha. */
  readonly b: number;
  readonly primal: number;
  readonly dual: number;
  readonly gap: number;
  /**
   * The gap relative to the largest of |primal|, |dual| and the objective of the best constant g.
   */
  readonly relative: number;
}

/** What a loss knows: sums over the bags. */
export interface Sums {
  readonly b: number;
  /** The sum of f(z) + f*(gamma) - gamma z, none of which is negative (Fenchel and Young). */
  readonly young: number;
  /** The sum of f*(gamma). */
  readonly conjugate: number;
  /** The objective of the best constant g: min over b of f(b) - prior b. */
  readonly constant: number;
}

/**
 * The rounding error of a residual, relative to c: it is not known better than that, so the gap is
 * not either.
 */
const ROUNDING = 2 * Number.EPSILON;

/**
 * The duality gap of f_i(z) = weight_i l(-z), with conjugate f_i*(gamma) = weight_i f*(gamma /
 * weight_i), as a sum of terms that are not negative, so that nothing cancels:
 *
 *     primal - dual = mean of [f(z) + f*(gamma) - gamma z] + |residual|^2 / (2 kappa) + |b (mean(gamma) - prior)|,
 *
 * where the last term is rounding. The dual is that of gamma's own alpha, (c - A'gamma / n) /
 * kappa.
 */
export function conclude(point: PrimalDualPoint, { b, young, conjugate, constant }: Sums): GapCertificate {
  const { prior, kappa, c, alpha, gamma, residual } = point;
  const n = gamma.length;
  let surplus = 0;
  for (let i = 0; i < n; i++) surplus += gamma[i] - prior;
  let distance = 0;
  let penalty = 0;
  for (let j = 0; j < alpha.length; j++) {
    const far = Math.abs(residual[j]) + ROUNDING * Math.abs(c[j]);
    const own = kappa * alpha[j] - residual[j];
    distance += far * far;
    penalty += own * own;
  }
  const gap = young / n + distance / (2 * kappa) + Math.abs((b * surplus) / n);
  const dual = -conjugate / n - penalty / (2 * kappa);
  const primal = dual + gap;
  return { b, primal, dual, gap, relative: gap / Math.max(Math.abs(primal), Math.abs(dual), constant) };
}
