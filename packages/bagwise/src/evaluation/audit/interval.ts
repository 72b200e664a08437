/** Bags of which some were drawn at random and reviewed. */
export interface AuditCell {
  readonly size: number;
  /** Whether the model calls these bags positive. */
  readonly called: boolean;
  readonly reviewed: number;
  readonly positive: number;
}

/**
 * A statement about the shares p of positives in the cells: the sum of coefficients times p is
 * `value`.
 */
export interface LinearStatement {
  readonly coefficients: readonly number[];
  readonly value: number;
}

/**
 * The correction for strata whose spread is estimated from the same answers: variances are
 * multiplied by m / (m - DEGREES (cells - 1)), m the bags reviewed. 1 is that of Miettinen and
 * Nurminen (1985) for two samples, 0 none. With four strata and thirty bags of the paper's data
 * sets, seeds apart from those that are reported, 0 covered a little less than said, 1 a little
 * more, and this just that.
 */
const DEGREES = 0.75;

/**
 * The limits of a confidence interval for a measure, by inversion of a score test: those values at
 * which a statement about the cells is not rejected. For each value the shares are fitted under the
 * statement by maximum likelihood, and the variance of the estimate is taken at those shares, with
 * the correction for finite populations in every cell. For one cell and a share this is Wilson's
 * interval. (Miettinen and Nurminen 1985 have it for two samples, Martin Andres and others 2011 for
 * linear combinations of many.)
 *
 * `at` makes the statement for a value of the measure, and `point` is its estimate, where it is not
 * rejected. A cell without an answer may have any share. Where all bags are reviewed there is one
 * value left. Costs about 5,000 evaluations of all cells.
 */
export function scoreLimits(
  cells: readonly AuditCell[],
  at: (measure: number) => LinearStatement,
  { point, z }: { point: number; z: number },
): { low: number; high: number } {
  const accepted = (measure: number) => statistic(cells, at(measure)) <= z * z;
  return { low: limit(accepted, point, 0), high: limit(accepted, point, 1) };
}

/** The last accepted value on the way from one that is accepted to an end. */
function limit(accepted: (measure: number) => boolean, point: number, end: number): number {
  if (accepted(end)) return end;
  let inside = point;
  let outside = end;
  for (let step = 0; step < 40; step++) {
    const middle = (inside + outside) / 2;
    if (accepted(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** A cell of which a part is reviewed. */
interface Sampled {
  readonly coefficient: number;
  readonly reviewed: number;
  readonly share: number;
  /** The part of a variance that is left because the others are not reviewed. */
  readonly finite: number;
}

/**
 * The square of the distance between what is estimated and what is stated, in standard deviations
 * under the statement. 0 where they agree, Infinity for what cannot be.
 */
function statistic(cells: readonly AuditCell[], { coefficients, value }: LinearStatement): number {
  const sampled: Sampled[] = [];
  let known = 0;
  // What the cells without an answer may add.
  let least = 0;
  let most = 0;
  for (const [h, { size, reviewed, positive }] of cells.entries()) {
    const coefficient = coefficients[h];
    if (coefficient === 0 || size === 0) continue;
    if (reviewed === 0) {
      least += Math.min(0, coefficient);
      most += Math.max(0, coefficient);
    } else if (reviewed === size) known += (coefficient * positive) / size;
    else {
      const finite = (size - reviewed) / (size - 1);
      sampled.push({ coefficient, reviewed, share: positive / reviewed, finite });
    }
  }
  const estimate = sampled.reduce((sum, { coefficient, share }) => sum + coefficient * share, 0);
  const stated = Math.min(Math.max(estimate, value - known - most), value - known - least);
  const difference = estimate - stated;
  // Rounding alone parts them no further than this.
  if (Math.abs(difference) < 1e-12) return 0;
  const shares = fittedShares(sampled, stated);
  if (shares === undefined) return Number.POSITIVE_INFINITY;
  const reviewed = sampled.reduce((sum, cell) => sum + cell.reviewed, 0);
  const correction = reviewed / (reviewed - DEGREES * (sampled.length - 1));
  let variance = 0;
  for (const [h, { coefficient, reviewed: m, finite }] of sampled.entries())
    variance += (correction * coefficient * coefficient * finite * shares[h] * (1 - shares[h])) / m;
  return variance > 0 ? (difference * difference) / variance : Number.POSITIVE_INFINITY;
}

/**
 * The likeliest shares whose sum with the coefficients is this; undefined when no shares within (0,
 * 1) have that sum.
 */
function fittedShares(cells: readonly Sampled[], sum: number): number[] | undefined {
  const least = cells.reduce((total, { coefficient }) => total + Math.min(0, coefficient), 0);
  const most = cells.reduce((total, { coefficient }) => total + Math.max(0, coefficient), 0);
  if (!(sum > least && sum < most)) return undefined;
  // The sum falls as the multiplier grows, from the most to the least.
  const above = (multiplier: number) => {
    let total = 0;
    for (const cell of cells) total += cell.coefficient * shareFor(cell, multiplier * cell.coefficient);
    return total > sum;
  };
  let low = -1;
  let high = 1;
  for (let step = 0; step < 40 && !above(low); step++) low *= 4;
  for (let step = 0; step < 40 && above(high); step++) high *= 4;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (above(middle)) low = middle;
    else high = middle;
  }
  return cells.map((cell) => shareFor(cell, ((low + high) / 2) * cell.coefficient));
}

/**
 * The root in [0, 1] of m (share - p) = force p (1 - p): where the likelihood's slope, m (share -
 * p) / (p (1 - p)), is the force of the constraint.
 */
function shareFor({ reviewed, share }: Sampled, force: number): number {
  if (force === 0) return share;
  const b = reviewed + force;
  const root = Math.sqrt(Math.max(0, b * b - 4 * force * reviewed * share));
  const p = b > 0 ? (2 * reviewed * share) / (b + root) : (b - root) / (2 * force);
  return Math.min(1, Math.max(0, p));
}
