// The loops over instances in plain TypeScript. They give the same bits as `assembly/concept.ts`.

/** The sum over columns of weights (x - point)^2 for each row: even and odd columns apart. */
export function plainDistances(
  data: Float64Array,
  point: Float64Array,
  weights: Float64Array,
  distances: Float64Array,
): void {
  const cols = weights.length;
  for (let i = 0, at = 0; i < distances.length; i++) {
    let [even, odd] = [0, 0];
    for (let j = 0; j < cols; j += 2, at += 2) {
      const d = data[at] - point[j];
      even += weights[j] * d * d;
      if (j + 1 === cols) break;
      const e = data[at + 1] - point[j + 1];
      odd += weights[j + 1] * e * e;
    }
    if (cols % 2 === 1) at++;
    distances[i] = even + odd;
  }
}

/** For each column the sum over rows of slopes (x - point), and of slopes (x - point)^2: four rows at a time. */
export function plainMoments(
  data: Float64Array,
  point: Float64Array,
  slopes: Float64Array,
  first: Float64Array,
  second: Float64Array,
): void {
  const cols = first.length;
  first.fill(0);
  second.fill(0);
  const rows = slopes.length;
  for (let i = 0; i < rows; i += 4) {
    const [p0, p1, p2, p3] = [slopes[i], slopes[i + 1] ?? 0, slopes[i + 2] ?? 0, slopes[i + 3] ?? 0];
    if (p0 === 0 && p1 === 0 && p2 === 0 && p3 === 0) continue;
    // Beyond the last row any number will do, because its slope is 0.
    const [r0, r1, r2, r3] = [0, 1, 2, 3].map((k) => Math.min(i + k, rows - 1) * cols);
    for (let j = 0; j < cols; j++) {
      const t = point[j];
      const [d0, d1, d2, d3] = [data[r0 + j] - t, data[r1 + j] - t, data[r2 + j] - t, data[r3 + j] - t];
      const [e0, e1, e2, e3] = [p0 * d0, p1 * d1, p2 * d2, p3 * d3];
      first[j] += e0 + e1 + (e2 + e3);
      second[j] += e0 * d0 + e1 * d1 + (e2 * d2 + e3 * d3);
    }
  }
}
