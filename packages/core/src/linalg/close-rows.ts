/** Number of rows per block. */
const BLOCK = 64;

/**
 * Whether the squared distance between two rows is at most `limit`. Stops summing as soon as it is
 * not.
 */
function rowDistanceWithin(
  limit: number,
  a: Float64Array,
  fromA: number,
  b: Float64Array,
  fromB: number,
  width: number,
): boolean {
  let sum = 0;
  let j = 0;
  for (; j + 4 <= width; j += 4) {
    const d0 = a[fromA + j] - b[fromB + j];
    const d1 = a[fromA + j + 1] - b[fromB + j + 1];
    const d2 = a[fromA + j + 2] - b[fromB + j + 2];
    const d3 = a[fromA + j + 3] - b[fromB + j + 3];
    sum += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    if (sum > limit) return false;
  }
  for (; j < width; j++) {
    const difference = a[fromA + j] - b[fromB + j];
    sum += difference * difference;
  }
  return sum <= limit;
}

/**
 * Calls `found` with every pair of rows whose squared distance is at most `limit`, smaller index
 * first.
 */
export function closePairs(
  rows: Float64Array,
  width: number,
  limit: number,
  found: (i: number, j: number) => void,
): void {
  const n = rows.length / width;
  // Work in blocks so that the first columns of the compared rows stay in the cache.
  for (let i0 = 0; i0 < n; i0 += BLOCK) {
    for (let j0 = i0; j0 < n; j0 += BLOCK) {
      for (let i = i0; i < Math.min(n, i0 + BLOCK); i++) {
        for (let j = Math.max(i + 1, j0); j < Math.min(n, j0 + BLOCK); j++) {
          if (rowDistanceWithin(limit, rows, i * width, rows, j * width, width)) found(i, j);
        }
      }
    }
  }
}

/**
 * Calls `found` with every row of `a` and row of `b` whose squared distance is at most `limit`. For
 * each row of `a`, the rows of `b` come in ascending order.
 */
export function closeRowsBetween(
  a: Float64Array,
  b: Float64Array,
  width: number,
  limit: number,
  found: (i: number, j: number) => void,
): void {
  const [rows, others] = [a.length / width, b.length / width];
  for (let i0 = 0; i0 < rows; i0 += BLOCK) {
    for (let j0 = 0; j0 < others; j0 += BLOCK) {
      for (let i = i0; i < Math.min(rows, i0 + BLOCK); i++) {
        for (let j = j0; j < Math.min(others, j0 + BLOCK); j++) {
          if (rowDistanceWithin(limit, a, i * width, b, j * width, width)) found(i, j);
        }
      }
    }
  }
}

/**
 * Whether every row of either matrix has a row of the other within a squared distance of `limit`.
 * In other words, whether their Hausdorff distance is at most sqrt(limit). Computes O(rows x rows)
 * distances, each stopped early.
 */
export function instancesMatch(a: Float64Array, b: Float64Array, width: number, limit: number): boolean {
  return covers(a, b, width, limit) && covers(b, a, width, limit);
}

/** With more pairs of rows than this, evenly spaced rows stand for all: so many. */
const MOST_PAIRS = 1e8;
const SAMPLE = 1000;

/**
 * Whether every row of `a` has a row of `b` close to it. Copies usually keep their order, so the
 * search starts at the same index. With very many pairs, only some rows of `a` are looked at.
 */
function covers(a: Float64Array, b: Float64Array, width: number, limit: number): boolean {
  const rows = b.length / width;
  const step = (a.length / width) * rows > MOST_PAIRS ? Math.ceil(a.length / width / SAMPLE) : 1;
  for (let row = 0; row * width < a.length; row += step) {
    let found = false;
    for (let k = 0; k < rows && !found; k++) {
      found = rowDistanceWithin(limit, a, row * width, b, ((row + k) % rows) * width, width);
    }
    if (!found) return false;
  }
  return true;
}
