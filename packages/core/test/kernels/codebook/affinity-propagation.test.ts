import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { affinityPropagation, type Clustering } from "../../../src/kernels/codebook/affinity-propagation.js";
import { type Matrix, matrix } from "../../../src/linalg/matrix.js";
import { quantile } from "../../../src/statistics/quantile.js";

/** Minus the squared distances of points in the plane. */
function similaritiesOf(points: readonly (readonly number[])[]): Matrix {
  const n = points.length;
  const values = points.flatMap((p) => points.map((q) => -((p[0] - q[0]) ** 2) - (p[1] - q[1]) ** 2));
  return matrix(n, n, Float64Array.from(values));
}

function medianOf({ rows, data }: Matrix): number {
  return quantile(
    data.filter((_, at) => Math.floor(at / rows) < at % rows),
    0.5,
  );
}

/** The net similarity if each point has the most similar of these exemplars. */
function netSimilarity({ rows, data }: Matrix, preference: number, exemplars: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < rows; i++)
    sum += exemplars.includes(i) ? preference : Math.max(...exemplars.map((k) => data[i * rows + k]));
  return sum;
}

/** The best net similarity over all sets of exemplars. */
function bestOf(similarities: Matrix, preference: number): number {
  const n = similarities.rows;
  let best = Number.NEGATIVE_INFINITY;
  for (let set = 1; set < 2 ** n; set++) {
    const exemplars = Array.from({ length: n }, (_, k) => k).filter((k) => (set >> k) & 1);
    best = Math.max(best, netSimilarity(similarities, preference, exemplars));
  }
  return best;
}

function netOf(similarities: Matrix, preference: number, { exemplars }: Clustering): number {
  return netSimilarity(similarities, preference, [...exemplars]);
}

/** Points around some centres far apart. */
function crowds(seed: number, centres: readonly (readonly number[])[], each: number): number[][] {
  const generator = random(seed);
  return centres.flatMap(([x, y]) =>
    Array.from({ length: each }, () => [x + generator.normal(), y + generator.normal()]),
  );
}

describe("affinity propagation", () => {
  it("finds one exemplar in each of some crowds, the member nearest to all of its crowd", () => {
    const points = crowds(
      1,
      [
        [0, 0],
        [30, 0],
        [0, 30],
        [40, 40],
      ],
      12,
    );
    const similarities = similaritiesOf(points);
    const { exemplars, cluster, converged } = affinityPropagation(similarities, { preference: medianOf(similarities) });
    expect(converged).toBe(true);
    expect([...cluster]).toEqual(points.map((_, i) => Math.floor(i / 12)));
    for (const [c, k] of exemplars.entries()) {
      const sums = points
        .slice(12 * c, 12 * c + 12)
        .map((p) =>
          points.slice(12 * c, 12 * c + 12).reduce((sum, q) => sum + (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, 0),
        );
      expect(k).toBe(12 * c + sums.indexOf(Math.min(...sums)));
    }
  });

  it("reaches the best net similarity of all sets of exemplars, or comes within a few percent", () => {
    let equal = 0;
    for (let seed = 0; seed < 60; seed++) {
      const generator = random(seed);
      const points = Array.from({ length: 9 }, () => [generator.normal(), generator.normal()]);
      const similarities = similaritiesOf(points);
      const preference = medianOf(similarities) * [0.3, 1, 3][seed % 3];
      const best = bestOf(similarities, preference);
      const net = netOf(similarities, preference, affinityPropagation(similarities, { preference }));
      expect(net).toBeLessThanOrEqual(best + 1e-9);
      expect(net).toBeGreaterThanOrEqual(1.05 * best);
      if (net >= best - 1e-9) equal++;
    }
    expect(equal).toBeGreaterThanOrEqual(54);
  });

  it("reaches the same net similarity whatever the order of the points, but for ties", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 2, max: 25 }), (seed, n) => {
        const generator = random(seed);
        const points = Array.from({ length: n }, () => [generator.normal(), generator.normal()]);
        const order = [...generator.permutation(n)];
        const run = (given: readonly (readonly number[])[]) => {
          const similarities = similaritiesOf(given);
          const preference = medianOf(similarities);
          return netOf(similarities, preference, affinityPropagation(similarities, { preference }));
        };
        const [plain, mixed] = [run(points), run(order.map((i) => points[i]))];
        // The two points of a pair are equally good exemplars, and which it is matters for a third.
        expect(Math.abs(mixed - plain)).toBeLessThan(0.05 * Math.abs(plain));
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it("breaks ties between points by their order", () => {
    const grid = similaritiesOf(Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4)]));
    const { exemplars, converged } = affinityPropagation(grid, { preference: -5 });
    expect(converged).toBe(true);
    // Four points of this grid have all others beside them: two such sets, one the other's mirror.
    expect([...exemplars]).toEqual([1, 7, 8, 14]);
    const pair = affinityPropagation(
      similaritiesOf([
        [0, 0],
        [1, 0],
      ]),
      { preference: -5 },
    );
    expect([...pair.exemplars]).toEqual([0]);
    expect([...pair.cluster]).toEqual([0, 0]);
  });

  it("says so when the messages go round in circles, and still gives exemplars", () => {
    const square = similaritiesOf([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    const { exemplars, converged, iterations } = affinityPropagation(square, { preference: -1.5 });
    expect([converged, iterations]).toEqual([false, 400]);
    expect(exemplars.length).toBeGreaterThan(0);
  });

  it("makes every point an exemplar when all want to be, and one when none does", () => {
    const similarities = similaritiesOf(crowds(3, [[0, 0]], 8));
    expect(affinityPropagation(similarities, { preference: 1 }).exemplars).toHaveLength(8);
    expect(affinityPropagation(similarities, { preference: -1e4 }).exemplars).toHaveLength(1);
  });

  it("gives no exemplars for no points, and the only point for one", () => {
    expect(affinityPropagation(matrix(0, 0), { preference: 0 })).toMatchObject({ converged: true, iterations: 0 });
    expect([...affinityPropagation(matrix(1, 1), { preference: 0 }).exemplars]).toEqual([0]);
  });

  it("says when the iterations ended before the exemplars came to rest", () => {
    const similarities = similaritiesOf(
      crowds(
        4,
        [
          [0, 0],
          [9, 9],
        ],
        8,
      ),
    );
    const { converged, iterations, exemplars } = affinityPropagation(similarities, { preference: -1, most: 1 });
    expect([converged, iterations]).toEqual([false, 1]);
    expect(exemplars.length).toBeGreaterThan(0);
  });
});
