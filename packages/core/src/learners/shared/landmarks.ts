import { random } from "../../base/random.js";
import type { Matrix } from "../../linalg/matrix.js";

/** How landmarks are drawn. */
export const LANDMARK_WAYS = ["k-means++", "random"] as const;
type LandmarkWay = (typeof LANDMARK_WAYS)[number];

/**
 * The numbers of `count` different rows, ascending. `random` draws uniformly. `k-means++` draws
 * each next row with a probability proportional to its squared distance from the rows drawn so far
 * (Arthur and Vassilvitskii 2007), so that landmarks spread over the data. If all remaining rows
 * coincide with drawn ones, it draws uniformly. Costs O(rows x count x columns).
 */
export function drawLandmarks(
  rows: Matrix,
  { count, way, seed }: { count: number; way: LandmarkWay; seed: number },
): Uint32Array {
  const generator = random(seed);
  if (way === "random" || count >= rows.rows) return generator.sample(rows.rows, count).sort();
  const chosen = new Set<number>([generator.below(rows.rows)]);
  const nearest = new Float64Array(rows.rows).fill(Number.POSITIVE_INFINITY);
  let last = [...chosen][0];
  while (chosen.size < count) {
    let total = 0;
    for (let i = 0; i < rows.rows; i++) {
      nearest[i] = chosen.has(i) ? 0 : Math.min(nearest[i], squaredDistance(rows, i, last));
      total += nearest[i];
    }
    last = total > 0 ? draw(nearest, generator.uniform() * total) : -1;
    // All coincide, or rounding walked past the end: any remaining row will do.
    while (last === -1 || chosen.has(last)) last = generator.below(rows.rows);
    chosen.add(last);
  }
  return Uint32Array.from(chosen).sort();
}

function draw(weights: Float64Array, mark: number): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i];
    if (sum > mark) return i;
  }
  return -1;
}

function squaredDistance({ cols, data }: Matrix, i: number, j: number): number {
  let sum = 0;
  for (let k = 0; k < cols; k++) {
    const difference = data[i * cols + k] - data[j * cols + k];
    sum += difference * difference;
  }
  return sum;
}
