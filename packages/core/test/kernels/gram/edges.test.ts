import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { edgesOf, MOST_EDGES } from "../../../src/kernels/gram/edges.js";
import { gram } from "../../../src/kernels/gram/gram.js";
import type { Kernel } from "../../../src/kernels/kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { eigenSymmetric } from "../../../src/linalg/eigen.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { bagSet } from "../../bags/make.js";
import { naiveEdges } from "../make.js";

type Rows = readonly (readonly number[])[];

const edgesIn = (bag: Rows) => edgesOf({ rows: fromRows(bag), offsets: Uint32Array.of(0, bag.length) });

function listed({ rows, weights }: ReturnType<typeof edgesIn>): { edges: number[][]; weights: number[] } {
  const edges = Array.from({ length: rows.rows }, (_, i) => [...rows.data.subarray(4 * i, 4 * i + 4)]);
  return {
    edges: edges.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]),
    weights: [...(weights ?? [])],
  };
}

const value = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.integer({ min: -1, max: 1 }));
const someBag = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 9 });

describe("the edges of MIGraph", () => {
  it("are none in a bag of one, of two, and of equal instances", () => {
    for (const bag of [[[3]], [[1], [9]], [[2], [2], [2]]]) expect(edgesIn(bag).rows.rows).toBe(0);
  });

  it("say for both ends which share of the edges and of their weights they have", () => {
    const { edges, weights } = listed(edgesIn([[0], [1], [10]]));
    expect(edges).toEqual([[1, 1, 1, 1]]);
    expect(weights).toEqual([1]);
  });

  it("are those of plain loops, in any order of the instances", () => {
    fc.assert(
      fc.property(someBag, fc.integer(), (bag, seed) => {
        const wanted = naiveEdges(bag).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
        const order = [...random(seed).permutation(bag.length)];
        const { edges, weights } = listed(edgesIn(order.map((i) => bag[i])));
        expect(edges.length).toBe(wanted.length);
        expect(weights.every((weight) => weight === 1 / edges.length)).toBe(true);
        const sum = (rows: readonly number[][]) => rows.flat().reduce((total, each) => total + each, 0);
        expect(sum(edges)).toBeCloseTo(sum(wanted), 9);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it("of a large bag are few that stand for all, whatever the order of the instances", () => {
    const generator = random(3);
    const bag = Array.from({ length: 40 }, () => [generator.normal(), generator.normal()]);
    const { edges, weights } = listed(edgesIn(bag));
    expect(edges.length).toBe(MOST_EDGES);
    expect(weights).toEqual(edges.map(() => 1 / MOST_EDGES));
    const all = naiveEdges(bag);
    expect(all.length).toBeGreaterThan(MOST_EDGES);
    const mean = (rows: readonly number[][], k: number) => rows.reduce((sum, row) => sum + row[k] / rows.length, 0);
    for (let k = 0; k < 4; k++) expect(mean(edges, k)).toBeCloseTo(mean(all, k), 2);
    const other = listed(edgesIn(bag.toReversed()));
    for (const [i, edge] of other.edges.entries())
      for (let k = 0; k < 4; k++) expect(edge[k]).toBeCloseTo(edges[i][k], 9);
  });

  it("give a kernel without negative eigenvalues, also normalised", () => {
    const inner: Kernel = { type: "edge-graph", kernel: { type: "gaussian", width: 1.5 }, edgeWidth: 0.25 };
    fc.assert(
      fc.property(fc.array(someBag, { minLength: 2, maxLength: 8 }), (bags) => {
        const set = bagSet(bags.map((rows) => rows.map((row) => [...row])));
        for (const kernel of [inner, { type: "normalised", kernel: inner } as const]) {
          const { values } = eigenSymmetric(gram(kernel, represent(kernel, set)));
          expect(values[values.length - 1]).toBeGreaterThanOrEqual(-1e-9 * values[0]);
        }
      }),
      { seed: 6, numRuns: 60 },
    );
  });
});
