import { linearAlgebra } from "../../linalg/backend.js";
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
  let sum = 0;
  for (const { first, distances: block } of distanceBlocks(bag, bag)) {
    for (let k = 0, at = first * size; k < block.data.length; k++, at++) {
      distances[at] = Math.sqrt(block.data[k]);
      sum += distances[at];
    }
  }
  const mean = sum / (size * (size - 1));
  const limit = nearLimit(mean);
  const [from, to, squares]: number[][] = [[], [], []];
  const degree = new Float64Array(size);
  for (let u = 0; u < size; u++) {
    for (let v = 0; v < u; v++) {
      const distance = distances[u * size + v];
      if (!(distance < limit)) continue;
      from.push(u);
      to.push(v);
      squares.push((distance / mean) ** 2);
      degree[u]++;
      degree[v]++;
    }
  }
  const weights = Float64Array.from(squares);
  linearAlgebra().exponentials(weights, 0.5, weights);
  const total = new Float64Array(size);
  for (let e = 0; e < weights.length; e++) {
    total[from[e]] += weights[e];
    total[to[e]] += weights[e];
  }
  const edges = matrix(weights.length, PARTS);
  for (let e = 0, at = 0; e < weights.length; e++) {
    let [u, v] = [from[e], to[e]];
    if (degree[u] < degree[v] || (degree[u] === degree[v] && total[u] > total[v])) [u, v] = [v, u];
    for (const end of [u, v]) {
      edges.data[at++] = degree[end] / weights.length;
      edges.data[at++] = weights[e] / total[end];
    }
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
function everyFew(all: Matrix, most: number): Matrix {
  const { rows, cols, data } = all;
  const places = Array.from({ length: most }, (_, k) => Math.floor(((k + 0.5) * rows) / most));
  const numbers = new Uint32Array(rows).map((_, i) => i);
  const few = matrix(most, cols);
  for (const [k, row] of rowsAtPlaces(all, numbers, places, 0).entries())
    few.data.set(data.subarray(row * cols, (row + 1) * cols), k * cols);
  return few;
}

/**
 * Which of some rows have these places, ascending, in the order of the values from a column on, and of
 * their numbers for equal ones. Only rows that share a value with one of these are looked at in the next
 * column, because comparing all rows by all columns takes several times as long.
 */
function rowsAtPlaces(all: Matrix, rows: ArrayLike<number>, places: readonly number[], column: number): number[] {
  if (column === all.cols) return places.map((place) => rows[place]);
  const values = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) values[k] = all.data[rows[k] * all.cols + column];
  const sorted = values.slice().sort();
  const groups = new Map(places.map((place): [number, number[]] => [sorted[place], []]));
  for (let k = 0; k < rows.length; k++) groups.get(values[k])?.push(rows[k]);
  return Array.from(groups).flatMap(([value, alike]) => {
    const start = sorted.indexOf(value);
    const own = places.filter((place) => sorted[place] === value).map((place) => place - start);
    return rowsAtPlaces(all, alike, own, column + 1);
  });
}
