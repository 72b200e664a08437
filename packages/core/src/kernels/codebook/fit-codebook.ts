import type { BagSet } from "../../bags/bag-set.js";
import { random } from "../../base/random.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { distanceBlocks } from "../gram/distance-blocks.js";
import { medianInPlace } from "../views/median.js";
import { affinityPropagation } from "./affinity-propagation.js";
import { type Codebook, MOST_NUMBERS, MOST_POINTS } from "./codebook.js";

/** Of more different instances, so many are drawn by default: the time grows with the square. */
const MOST_INSTANCES = 1500;

/**
 * A codebook of the instances of these bags: the exemplars that affinity propagation finds, with
 * minus the squared distance as similarity and its median as preference, as Frey and Dueck propose.
 * The width of their bumps is the median distance between instances. No label is read, so bags
 * that are held out later lose nothing by it.
 *
 * Equal instances count once. Of more than 1,500 different ones (`most`), 1,500 are drawn with the seed; of
 * more than 256 exemplars, or 2^18 numbers, those with the largest clusters are kept. Neither the
 * order of the bags nor that of their instances matters. Takes a few seconds for 1,500 instances.
 */
export function fitCodebook(
  bags: BagSet,
  { seed = 0, most: drawnAtMost = MOST_INSTANCES }: { seed?: number; most?: number } = {},
): Codebook {
  const all = matrix(bags.instances, bags.dimension, bags.toMatrix());
  const distinct = inOrder(all);
  const drawn = random(seed).sample(distinct.length, drawnAtMost).sort();
  const rows = matrix(drawn.length, all.cols);
  for (const [k, d] of drawn.entries()) {
    const from = distinct[d] * all.cols;
    // Adding 0 turns -0 into 0, which JSON cannot tell apart.
    for (let j = 0; j < all.cols; j++) rows.data[k * all.cols + j] = all.data[from + j] + 0;
  }
  const similarities = minusDistances(rows);
  const preference = medianOfPairs(similarities);
  const { exemplars, cluster } = affinityPropagation(similarities, { preference });
  const sizes = new Uint32Array(exemplars.length);
  for (const c of cluster) sizes[c]++;
  const most = Math.max(1, Math.min(MOST_POINTS, Math.floor(MOST_NUMBERS / Math.max(1, all.cols))));
  const kept = Array.from(exemplars.keys())
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
  return {
    points: kept.map((c) => [...rows.data.subarray(exemplars[c] * all.cols, (exemplars[c] + 1) * all.cols)]),
    width: preference < 0 ? Math.sqrt(-preference) : 1,
  };
}

/** The different rows, in ascending order of their values, so that their order in a file is lost. */
function inOrder({ rows, cols, data }: Matrix): Uint32Array {
  const compare = (a: number, b: number): number => {
    for (let j = 0, p = a * cols, q = b * cols; j < cols; j++, p++, q++)
      if (data[p] !== data[q]) return data[p] - data[q];
    return 0;
  };
  const sorted = Uint32Array.from({ length: rows }, (_, i) => i).sort((a, b) => compare(a, b) || a - b);
  return sorted.filter((row, k) => k === 0 || compare(row, sorted[k - 1]) !== 0);
}

function minusDistances(rows: Matrix): Matrix {
  const result = matrix(rows.rows, rows.rows);
  for (const { first, distances } of distanceBlocks(rows, rows))
    result.data.set(
      distances.data.map((squared) => -squared),
      first * rows.rows,
    );
  return result;
}

/** The median similarity of different points, 0 if there is only one. */
function medianOfPairs({ rows, data }: Matrix): number {
  const values = new Float64Array((rows * (rows - 1)) / 2);
  for (let i = 1, k = 0; i < rows; i++) for (let j = 0; j < i; j++) values[k++] = data[i * rows + j];
  return rows < 2 ? 0 : medianInPlace(values);
}
