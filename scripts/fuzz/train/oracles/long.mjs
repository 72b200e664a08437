// Numbers with some 150 digits behind the point, as whole numbers: a long a stands for a / 2^SHIFT. What is slow and
// obvious here leaves rounding to the product alone. Sums and comparisons are those of BigInt.

const SHIFT = 512n;
export const ONE = 1n << SHIFT;

/** Exact for every double above 1e-130. */
export function long(x) {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is no number`);
  let [whole, halvings] = [x, 0n];
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  const found = BigInt(whole) << SHIFT;
  return halvings === 0n ? found : found >> halvings;
}

export const times = (a, b) => (a * b) >> SHIFT;
export const over = (a, b) => (a << SHIFT) / b;
export const size = (a) => (a < 0n ? -a : a);
export const sum = (values) => values.reduce((total, value) => total + value, 0n);
export const dot = (a, b) => a.reduce((total, value, k) => total + value * b[k], 0n) >> SHIFT;

/** The nearest double, for sizes from 1e-150 to 1e150. */
export const number = (a) => Number(a) / 2 ** Number(SHIFT);

/** e^a for a up to 100 or so; 0 far below. Taylor's series of a / 2^20, squared 20 times. */
export function exp(a) {
  if (a < -400n * ONE) return 0n;
  const small = a >> 20n;
  let [term, total] = [ONE, ONE];
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = times(term, small) / k;
    total += term;
  }
  for (let k = 0; k < 20; k++) total = times(total, total);
  return total;
}

/** log(1 + e^a), by Newton's method on e^y = 1 + e^a. */
export function softplus(a) {
  if (a > 0n) return a + softplus(-a);
  const target = ONE + exp(a);
  let y = long(Math.log1p(Math.exp(number(a))));
  for (let k = 0; k < 5; k++) y += times(target, exp(-y)) - ONE;
  return y;
}

/** The solution of a square system, by elimination with the largest pivot of each column. */
export function solved(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (size(rows[i][k]) > size(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    if (rows[k][k] === 0n) throw new RangeError("the system is singular");
    for (let i = k + 1; i < n; i++) {
      if (rows[i][k] === 0n) continue;
      const factor = over(rows[i][k], rows[k][k]);
      for (let j = k; j <= n; j++) rows[i][j] -= times(factor, rows[k][j]);
    }
  }
  const x = new Array(n).fill(0n);
  for (let k = n - 1; k >= 0; k--) {
    let left = rows[k][n];
    for (let j = k + 1; j < n; j++) left -= times(rows[k][j], x[j]);
    x[k] = over(left, rows[k][k]);
  }
  return x;
}
