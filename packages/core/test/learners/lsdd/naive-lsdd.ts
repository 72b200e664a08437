/** An independent LSDD for small data: double loops, and Gaussian elimination. */

/** The solution x of A x = b, with partial pivoting. */
export function gaussianElimination(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows.reduce((best, row, i) => (i >= k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const share = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= share * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let j = i + 1; j < n; j++) sum -= rows[i][j] * x[j];
    x[i] = sum / rows[i][i];
  }
  return x;
}

export type Instance = readonly number[];

const squared = (x: Instance, y: Instance) => x.reduce((sum, value, j) => sum + (value - y[j]) ** 2, 0);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface NaiveFit {
  readonly theta: readonly number[];
  score(x: Instance): number;
  /** theta'H theta - 2 h'theta with h of other instances. */
  criterion(positive: readonly Instance[], unlabeled: readonly Instance[]): number;
}

/**
 * LSDD with all instances as centres, the positive ones first; `factor` false leaves out that of H.
 */
export function naiveLsdd(
  positive: readonly Instance[],
  unlabeled: readonly Instance[],
  { width, lambda, factor }: { width: number; lambda: number; factor: boolean },
): NaiveFit {
  const centres = [...positive, ...unlabeled];
  const kernel = (x: Instance, c: Instance) => Math.exp(-squared(x, c) / (2 * width * width));
  const scale = factor ? (Math.PI * width * width) ** (centres[0].length / 2) : 1;
  const overlap = centres.map((c) => centres.map((d) => scale * Math.exp(-squared(c, d) / (4 * width * width))));
  const h = (p: readonly Instance[], u: readonly Instance[]) =>
    centres.map((c) => mean(p.map((x) => kernel(x, c))) - mean(u.map((x) => kernel(x, c))));
  const theta = gaussianElimination(
    overlap.map((row, i) => row.map((value, j) => value + (i === j ? lambda : 0))),
    h(positive, unlabeled),
  );
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, l) => sum + value * b[l], 0);
  return {
    theta,
    score: (x) =>
      dot(
        theta,
        centres.map((c) => kernel(x, c)),
      ),
    criterion: (p, u) =>
      dot(
        theta,
        overlap.map((row) => dot(row, theta)),
      ) -
      2 * dot(h(p, u), theta),
  };
}
