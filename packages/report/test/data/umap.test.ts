import { random } from "@bagwise/core/base";
import { fromRows, matrix } from "@bagwise/core/linalg";
import { describe, expect, it } from "vitest";
import { fuzzyGraph, UMAP_CURVE, umap } from "../../src/data/umap.js";

/** Three clouds in ten dimensions, far apart; the cloud of row i is i % 3. */
function clouds(n: number, seed: number) {
  const draw = random(seed);
  return fromRows(
    Array.from({ length: n }, (_, i) => Array.from({ length: 10 }, (_, j) => draw.normal() + (j === i % 3 ? 12 : 0))),
  );
}

/** A start that knows nothing. */
function scattered(n: number, seed: number) {
  const draw = random(seed);
  return matrix(
    n,
    2,
    Float64Array.from({ length: 2 * n }, () => 10 * (draw.uniform() - 0.5)),
  );
}

const far = (data: Float64Array, i: number, j: number) =>
  Math.hypot(data[2 * i] - data[2 * j], data[2 * i + 1] - data[2 * j + 1]);

describe("umap", () => {
  it("puts the nearest neighbour of nearly every row into the row's own cloud, from a start without order", () => {
    const n = 90;
    const rows = clouds(n, 1);
    const start = scattered(n, 2);
    const { data } = umap(rows, start, { random: random(3) });
    const nearestOf = (points: Float64Array, i: number) =>
      Array.from({ length: n }, (_, j) => j)
        .filter((j) => j !== i)
        .reduce((best, j) => (far(points, i, j) < far(points, i, best) ? j : best), i === 0 ? 1 : 0);
    const right = (points: Float64Array) =>
      Array.from({ length: n }, (_, i) => i).filter((i) => nearestOf(points, i) % 3 === i % 3).length;
    expect(right(start.data)).toBeLessThan(0.6 * n);
    expect(right(data)).toBeGreaterThan(0.95 * n);
  });

  it("gives the same bytes for the same seed, others for another, and leaves its start alone", () => {
    const rows = clouds(30, 4);
    const start = scattered(30, 5);
    const before = start.data.slice();
    const run = (seed: number) => umap(rows, start, { random: random(seed), epochs: 50 }).data;
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
    expect(start.data).toEqual(before);
  });

  it("stays finite where rows are equal, and leaves fewer than four rows where they are", () => {
    const equal = matrix(12, 3, new Float64Array(36).fill(1));
    expect(umap(equal, scattered(12, 6), { random: random(0) }).data.every(Number.isFinite)).toBe(true);
    const three = scattered(3, 7);
    expect(umap(matrix(3, 2), three, { random: random(0) }).data).toEqual(three.data);
  });
});

describe("the graph of neighbours", () => {
  it("has every edge once with a weight above 0 and at most 1, and weight 1 to a nearest row", () => {
    const rows = clouds(40, 8);
    const edges = fuzzyGraph(rows, 5);
    expect(new Set(edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(edges.length);
    for (const { from, to, weight } of edges) {
      expect(from).toBeLessThan(to);
      expect(weight).toBeGreaterThan(0);
      expect(weight).toBeLessThanOrEqual(1);
    }
    for (let i = 0; i < 40; i++) {
      const own = edges.filter(({ from, to }) => from === i || to === i);
      expect(Math.max(...own.map(({ weight }) => weight))).toBe(1);
    }
  });

  it("has directed weights that add up to the binary logarithm of the number of neighbours", () => {
    // A row far from a tight cloud is nobody's neighbour, so its edges have its own weights alone.
    const draw = random(9);
    const cloud = Array.from({ length: 30 }, () => [draw.normal(), draw.normal(), draw.normal()]);
    const edges = fuzzyGraph(fromRows([[60, 0, 0], ...cloud]), 8);
    const own = edges.filter(({ from }) => from === 0);
    expect(own).toHaveLength(8);
    expect(own.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(3, 4);
  });
});

it("the curve is the least-squares fit to the wanted one: no step in a or b comes closer", () => {
  const wanted = (d: number) => (d < 0.1 ? 1 : Math.exp(0.1 - d));
  const off = (a: number, b: number) =>
    Array.from({ length: 300 }, (_, i) => (3 * i) / 299).reduce(
      (sum, d) => sum + (1 / (1 + a * d ** (2 * b)) - wanted(d)) ** 2,
      0,
    );
  const { a, b } = UMAP_CURVE;
  for (const [da, db] of [
    [0.002, 0],
    [-0.002, 0],
    [0, 0.002],
    [0, -0.002],
    [0.002, 0.002],
    [-0.002, -0.002],
  ])
    expect(off(a + da, b + db)).toBeGreaterThan(off(a, b));
});
