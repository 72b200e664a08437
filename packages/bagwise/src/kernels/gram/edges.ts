import { exp } from "../../base/portable-math.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Instances } from "../representation.js";
import { distanceBlocks } from "./distance-blocks.js";
import { nearLimit } from "./graph-weights.js";

/** The numbers that describe an edge: degree share and weight share of one end, then of the other. */
const PARTS = 4;

/**
 * Of a bag with more instances, the edges between so many are taken. They are every so-manieth in the
 * order of their values, so that the order of a file changes nothing.
 */
export const MOST_NODES = 2000;

/** Of more edges, so many stand for all: every so-manieth in the order of their descriptions. */
export const MOST_EDGES = 256;

/**
 * The edges of the graph of each bag in the kernel of MIGraph (Zhou, Sun and Li 2009), as rows of four
 * numbers. Two instances are joined if their distance is below the mean over all pairs of the bag. An
 * edge between u and v is [d_u, p_u, d_v, p_v]: d is the degree of an end divided by the number of edges,
 * p is the share of this edge in the weights of all edges of that end. The weight is exp(-distance^2 /
 * (2 mean^2)); the paper leaves it open. The end with the larger pair comes first.
 *
 * `weights` are equal and add up to 1 in a bag. Of more than 256 edges, 256 stand for all. A bag of one,
 * two or only equal instances has no edge. Costs O(n^2 log n) for n instances, at most 2,000.
 */
export function edgesOf({ rows, offsets }: Instances): Instances {
  const found: Matrix[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const own = rows.data.subarray(offsets[i] * rows.cols, offsets[i + 1] * rows.cols);
    found.push(thinned(edgesOfBag(fewNodes(matrix(offsets[i + 1] - offsets[i], rows.cols, own)))));
  }
  const ends = new Uint32Array(found.length + 1);
  for (const [i, edges] of found.entries()) ends[i + 1] = ends[i] + edges.rows;
  const all = matrix(ends[found.length], PARTS);
  const weights = new Float64Array(all.rows);
  for (const [i, edges] of found.entries()) {
    all.data.set(edges.data, ends[i] * PARTS);
    weights.fill(1 / edges.rows, ends[i], ends[i + 1]);
  }
  return { rows: all, offsets: ends, weights };
}

function edgesOfBag(bag: Matrix): Matrix {
  const size = bag.rows;
  if (size <= 2) return matrix(0, PARTS);
  const distances = new Float64Array(size * size);
  for (const { first, distances: block } of distanceBlocks(bag, bag))
    distances.set(
      block.data.map((squared) => Math.sqrt(squared)),
      first * size,
    );
  const mean = distances.reduce((sum, each) => sum + each, 0) / (size * (size - 1));
  const limit = nearLimit(mean);
  const ends: number[] = [];
  const weights: number[] = [];
  const degree = new Float64Array(size);
  const total = new Float64Array(size);
  for (let u = 0; u < size; u++) {
    for (let v = 0; v < u; v++) {
      const distance = distances[u * size + v];
      if (!(distance < limit)) continue;
      const weight = exp(-0.5 * (distance / mean) ** 2);
      ends.push(u, v);
      weights.push(weight);
      for (const end of [u, v]) {
        degree[end]++;
        total[end] += weight;
      }
    }
  }
  const edges = matrix(weights.length, PARTS);
  for (const [e, weight] of weights.entries()) {
    const [a, b] = [ends[2 * e], ends[2 * e + 1]].map((end) => [degree[end] / weights.length, weight / total[end]]);
    const swapped = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
    edges.data.set(swapped ? [...b, ...a] : [...a, ...b], e * PARTS);
  }
  return edges;
}

function fewNodes(bag: Matrix): Matrix {
  return bag.rows <= MOST_NODES ? bag : everyFew(bag, MOST_NODES);
}

function thinned(edges: Matrix): Matrix {
  return edges.rows <= MOST_EDGES ? edges : everyFew(edges, MOST_EDGES);
}

/** So many rows, evenly spread over all in the order of their values. */
function everyFew({ rows, cols, data }: Matrix, most: number): Matrix {
  const order = Uint32Array.from({ length: rows }, (_, i) => i).sort((i, j) => {
    for (let k = 0; k < cols; k++) {
      const difference = data[i * cols + k] - data[j * cols + k];
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const few = matrix(most, cols);
  for (let k = 0; k < most; k++) {
    const row = order[Math.floor(((k + 0.5) * rows) / most)];
    few.data.set(data.subarray(row * cols, (row + 1) * cols), k * cols);
  }
  return few;
}
