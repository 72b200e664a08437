/** A group of bags, some of which were drawn at random and reviewed. */
export interface AuditCell {
  readonly size: number;
  /** Whether the model calls these bags positive. */
  readonly called: boolean;
  readonly reviewed: number;
  readonly positive: number;
}

/**
 * A linear statement about the shares p of positives in the cells: the sum of coefficients times p
 * is `value`.
 */
export interface LinearStatement {
  readonly coefficients: readonly number[];
  readonly value: number;
}

/**
 * The correction for estimating the spread within strata from the same answers: variances are
 * multiplied by m / (m - DEGREES (cells - 1)), where m is the number of reviewed bags. 1 is the
 * correction of Miettinen and Nurminen (1985) for two samples, 0 is none. With four strata and
 * thirty bags of the paper's data sets (on seeds other than the reported ones), 0 covered a little
 * less than stated, 1 a little more, and this value just right.
 */
const DEGREES = 0.75;

/**
 * The confidence limits of a measure by inverting a score test: the values at which a statement
 * about the cells is not rejected. For each value the shares are fitted under the statement by
 * maximum likelihood. The variance of the estimate is taken at those shares, with a
 * finite-population correction in every cell. For one cell and a share this is Wilson's interval.
 * (Miettinen and Nurminen 1985 for two samples, Martin Andres and others 2011 for linear
 * combinations of many.)
 *
 * `at` makes the statement for a value of the measure, and `point` is its estimate, which is never
 * rejected. A cell without answers may have any share. If all bags are reviewed, one value is left.
 * Costs about 5,000 evaluations of all cells.
 */
export function scoreLimits(
  cells: readonly AuditCell[],
  at: (measure: number) => LinearStatement,
  { point, z }: { point: number; z: number },
): { low: number; high: number } {
  const accepted = (measure: number) => statistic(cells, at(measure)) <= z * z;
  return { low: limit(accepted, point, 0), high: limit(accepted, point, 1) };
}

/** The last accepted value between an accepted one and an end. */
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

/** A partly reviewed cell. */
interface Sampled {
  readonly coefficient: number;
  readonly reviewed: number;
  readonly share: number;
  /** The finite-population correction of the variance. */
  readonly finite: number;
}

/**
 * The squared distance between the estimate and the statement, in standard deviations under the
 * statement. 0 if they agree, Infinity if the statement is impossible.
 */
function statistic(cells: readonly AuditCell[], { coefficients, value }: LinearStatement): number {
  const sampled: Sampled[] = [];
  let known = 0;
  // What cells without answers may add.
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
  // A smaller difference is only rounding.
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

/** The most likely shares with this weighted sum; undefined if no shares within (0, 1) have it. */
function fittedShares(cells: readonly Sampled[], sum: number): number[] | undefined {
  const least = cells.reduce((total, { coefficient }) => total + Math.min(0, coefficient), 0);
  const most = cells.reduce((total, { coefficient }) => total + Math.max(0, coefficient), 0);
  if (!(sum > least && sum < most)) return undefined;
  // The sum falls from the most to the least as the multiplier grows.
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
 * The root in [0, 1] of m (share - p) = force p (1 - p), where the slope of the likelihood, m
 * (share - p) / (p (1 - p)), equals the force of the constraint.
 */
function shareFor({ reviewed, share }: Sampled, force: number): number {
  if (force === 0) return share;
  const b = reviewed + force;
  const root = Math.sqrt(Math.max(0, b * b - 4 * force * reviewed * share));
  const p = b > 0 ? (2 * reviewed * share) / (b + root) : (b - root) / (2 * force);
  return Math.min(1, Math.max(0, p));
}
