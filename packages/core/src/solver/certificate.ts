/**
 * A primal point (alpha, b) and a dual point gamma. Units are such that the loss is e l(-z / e).
 * Outside the solvers, e is 1.
 */
export interface PrimalDualPoint {
  readonly prior: number;
  readonly e: number;
  /** The penalty weight in these units. */
  readonly kappa: number;
  /** prior (mean of the positive bags - mean of the unlabeled bags). */
  readonly c: Float64Array;
  readonly alpha: Float64Array;
  /** The decision values without the bias. */
  readonly s: Float64Array;
  /**
   * Has mean `prior`. Each entry is between 0 and the weight of its bag (1 if all bags are equally
   * weighted), where the conjugate of the loss is finite.
   */
  readonly gamma: Float64Array;
  /** weight - gamma, stored separately so that it is exact when gamma is close to the weight. */
  readonly rest: Float64Array;
  /** kappa alpha - c + A' gamma / n. Zero if alpha is the one that belongs to gamma. */
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

/** What each loss contributes: sums over the bags. */
interface Sums {
  readonly b: number;
  /** The sum of f(z) + f*(gamma) - gamma z. No term is negative (Fenchel-Young). */
  readonly young: number;
  /** The sum of f*(gamma). */
  readonly conjugate: number;
  /** The objective of the best constant g: min over b of f(b) - prior b. */
  readonly constant: number;
}

/**
 * The rounding error of a residual, relative to c. The gap cannot be known more precisely than
 * this.
 */
const ROUNDING = 2 * Number.EPSILON;

/**
 * The duality gap of f_i(z) = weight_i l(-z), with conjugate f_i*(gamma) = weight_i f*(gamma /
 * weight_i), as a sum of nonnegative terms, so that nothing cancels:
 *
 *     primal - dual = mean of [f(z) + f*(gamma) - gamma z] + |residual|^2 / (2 kappa) + |b (mean(gamma) - prior)|.
 *
 * The last term is rounding. The dual value is that of gamma's own alpha, (c - A'gamma / n) /
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
