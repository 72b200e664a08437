/**
 * The solution of a small dense system by elimination with row pivoting; both are overwritten. The
 * matrix is symmetric, but neither sign is certain. Undefined if it is singular.
 */
export function solveSmall(a: Float64Array, b: Float64Array): Float64Array | undefined {
  const n = b.length;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r * n + c]) > Math.abs(a[pivot * n + c])) pivot = r;
    if (!(Math.abs(a[pivot * n + c]) > 0)) return undefined;
    if (pivot !== c) {
      for (let k = c; k < n; k++) [a[c * n + k], a[pivot * n + k]] = [a[pivot * n + k], a[c * n + k]];
      [b[c], b[pivot]] = [b[pivot], b[c]];
    }
    for (let r = c + 1; r < n; r++) {
      const share = a[r * n + c] / a[c * n + c];
      if (share === 0) continue;
      for (let k = c + 1; k < n; k++) a[r * n + k] -= share * a[c * n + k];
      b[r] -= share * b[c];
    }
  }
  for (let c = n - 1; c >= 0; c--) {
    for (let k = c + 1; k < n; k++) b[c] -= a[c * n + k] * b[k];
    b[c] /= a[c * n + c];
  }
  return b;
}
