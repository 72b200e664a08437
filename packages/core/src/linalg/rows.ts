// Row operations shared by the decompositions. They use only + - * / and the square root, which
// IEEE 754 defines to the last bit, so decompositions are the same on every engine.

/** The inner product of `length` numbers starting at `a[i]` with those starting at `b[j]`. */
export function dot(a: Float64Array, i: number, b: Float64Array, j: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  // Four separate sums, because an addition that waits for the previous one takes four times as
  // long.
  for (; k + 4 <= length; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  for (; k < length; k++) s0 += a[i + k] * b[j + k];
  return s0 + s1 + (s2 + s3);
}

/** b[j...] += factor * a[i...]. */
export function addRow(factor: number, a: Float64Array, i: number, b: Float64Array, j: number, length: number): void {
  for (let k = 0; k < length; k++) b[j + k] += factor * a[i + k];
}

/** Rotates two rows: a becomes c a - s b, and b becomes s a + c b. */
export function rotateRows(w: Float64Array, a: number, b: number, length: number, c: number, s: number): void {
  for (let k = 0; k < length; k++) {
    const x = w[a + k];
    const y = w[b + k];
    w[a + k] = c * x - s * y;
    w[b + k] = s * x + c * y;
  }
}

/**
 * Flips the sign of a row if its entry of largest magnitude (the first of several) is negative.
 * Returns whether it did.
 */
export function fixSign(w: Float64Array, at: number, length: number): boolean {
  let largest = 0;
  for (let k = 1; k < length; k++) if (Math.abs(w[at + k]) > Math.abs(w[at + largest])) largest = k;
  if (!(w[at + largest] < 0)) return false;
  for (let k = 0; k < length; k++) w[at + k] = -w[at + k];
  return true;
}

/**
 * The power of two that brings the largest magnitude into (1/2, 1], so that no square overflows or
 * underflows. Multiplying by it is exact. 1 if all numbers are 0, NaN if one is not finite.
 */
export function scaleOf(data: Float64Array): number {
  let largest = 0;
  for (const value of data) {
    const size = Math.abs(value);
    if (!(size < Infinity)) return Number.NaN;
    if (size > largest) largest = size;
  }
  let scale = 1;
  if (largest === 0) return scale;
  while (largest * scale > 1) scale /= 2;
  // A subnormal number would need a scale beyond the largest power of two.
  while (largest * scale <= 0.5 && scale < 2 ** 1000) scale *= 2;
  return scale;
}

/**
 * The Householder reflection I - beta v v' that maps w[at...] to (alpha, 0, ...). Overwrites the
 * row with v. If the row already has that form, beta is 0. See Golub and Van Loan, Matrix
 * Computations, algorithm 5.1.1.
 */
export function reflector(w: Float64Array, at: number, length: number): { alpha: number; beta: number } {
  const tail = dot(w, at + 1, w, at + 1, length - 1);
  const x0 = w[at];
  if (tail === 0) return { alpha: x0, beta: 0 };
  const norm = Math.sqrt(x0 * x0 + tail);
  const alpha = x0 > 0 ? -norm : norm;
  w[at] = x0 - alpha;
  return { alpha, beta: 2 / (w[at] * w[at] + tail) };
}
