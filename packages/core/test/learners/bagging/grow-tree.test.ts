import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { columnsOf, EXACT_ROWS } from "../../../src/learners/bagging/columns.js";
import { treeGrower } from "../../../src/learners/bagging/grow-tree.js";
import { type Matrix, matrix } from "../../../src/linalg/matrix.js";
import type { Forest } from "../../../src/scorers/forest/forest.js";
import { balanced, sampleRows } from "./make.js";

const SPLITS = ["exact", "random"] as const;
const seeds = fc.nat(10_000);

function grown(x: Matrix, positives: number, options: { splits: "exact" | "random"; leaf?: number; seed?: number }) {
  const { splits, leaf = 1, seed = 1 } = options;
  const grow = treeGrower(columnsOf(x, { splits }), { splits, candidates: x.cols, leaf });
  const rows = Uint32Array.from({ length: x.rows }, (_, i) => i);
  return grow({ rows, ...balanced(x.rows, positives) }, random(seed));
}

/** The rows of each node. */
function rowsOf({ feature, number, right }: Forest, { rows, cols, data }: Matrix): number[][] {
  const found: number[][] = Array.from(feature, () => []);
  for (let i = 0; i < rows; i++) {
    let node = 0;
    found[0].push(i);
    while (feature[node] >= 0) {
      node = data[i * cols + feature[node]] <= number[node] ? node + 1 : right[node];
      found[node].push(i);
    }
  }
  return found;
}

/** Weighted impurity of a set of rows, from the definition. */
function impurityOf(rows: readonly number[], all: number, positives: number): number {
  const p = rows.filter((i) => i < positives).length / positives;
  const o = rows.filter((i) => i >= positives).length / (all - positives);
  return p + o === 0 ? 0 : (p * o) / (p + o);
}

describe.each(SPLITS)("a tree with %s splits", (splits) => {
  it("has leaves with the share of positives in their weight, and ends only where it must", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, leaf) => {
        const { x } = sampleRows(seed);
        const tree = grown(x, 15, { splits, leaf, seed });
        const rows = rowsOf(tree, x);
        tree.feature.forEach((column, node) => {
          const own = rows[node];
          const p = own.filter((i) => i < 15).length / 15;
          const o = own.filter((i) => i >= 15).length / 25;
          if (column >= 0) {
            expect(rows[node + 1].length + rows[tree.right[node]].length).toBe(own.length);
            expect(p * o).toBeGreaterThan(0);
            return;
          }
          expect(own.length).toBeGreaterThanOrEqual(leaf);
          expect(tree.number[node]).toBeCloseTo(p / (p + o), 12);
          const varies = [0, 1, 2].some((j) => new Set(own.map((i) => x.data[i * 3 + j])).size > 1);
          if (leaf === 1) expect(p * o === 0 || !varies).toBe(true);
        });
      }),
      { seed: 4 },
    );
  });

  it("does not change when features change their unit and origin", () => {
    const { x } = sampleRows(5);
    const other = matrix(
      40,
      3,
      x.data.map((value, at) => [value * 1000, value / 8 - 20, value + 4096][at % 3]),
    );
    const [a, b] = [grown(x, 15, { splits }), grown(other, 15, { splits })];
    expect([b.feature, b.right]).toEqual([a.feature, a.right]);
    expect(rowsOf(b, other)).toEqual(rowsOf(a, x));
  });

  it("takes values that differ by rounding only for equal", () => {
    const { x } = sampleRows(6);
    const generator = random(2);
    const noisy = matrix(
      40,
      3,
      x.data.map((value) => value * (1 + 1e-12 * generator.normal())),
    );
    const [a, b] = [grown(x, 15, { splits }), grown(noisy, 15, { splits })];
    expect([b.feature, b.right]).toEqual([a.feature, a.right]);
    b.number.forEach((number, node) => {
      expect(number).toBeCloseTo(a.number[node], 9);
    });
  });

  it("is one leaf if nothing varies, or if there is one kind of rows", () => {
    const same = matrix(6, 2, new Float64Array(12).fill(3));
    expect([...grown(same, 2, { splits }).number]).toEqual([0.5]);
    const grow = treeGrower(columnsOf(sampleRows(1).x, { splits }), { splits, candidates: 2, leaf: 1 });
    expect([...grow({ rows: Uint32Array.of(0, 1), ...balanced(40, 15) }, random(1)).number]).toEqual([1]);
    expect([...grow({ rows: Uint32Array.of(39), ...balanced(40, 15) }, random(1)).number]).toEqual([0]);
  });

  it("uses a column that varies though most are constant", () => {
    const x = matrix(20, 50);
    for (let i = 0; i < 10; i++) x.data[i * 50 + 33] = 1;
    const grow = treeGrower(columnsOf(x, { splits }), { splits, candidates: 1, leaf: 1 });
    const tree = grow({ rows: Uint32Array.from({ length: 20 }, (_, i) => i), ...balanced(20, 10) }, random(1));
    expect([...tree.feature]).toEqual([33, -1, -1]);
  });
});

describe("exact splits", () => {
  it("are the best of all, in every node", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 4 }), (seed, leaf) => {
        const { x } = sampleRows(seed, { rows: 24, positives: 9 });
        const tree = grown(x, 9, { splits: "exact", leaf, seed });
        const rows = rowsOf(tree, x);
        const impurity = (own: readonly number[]) => impurityOf(own, 24, 9);
        tree.feature.forEach((column, node) => {
          if (column < 0) return;
          const own = rows[node];
          const found = impurity(rows[node + 1]) + impurity(rows[tree.right[node]]);
          for (let j = 0; j < 3; j++) {
            for (const value of new Set(own.map((i) => x.data[i * 3 + j]))) {
              const left = own.filter((i) => x.data[i * 3 + j] <= value);
              const right = own.filter((i) => x.data[i * 3 + j] > value);
              if (left.length < leaf || right.length < leaf) continue;
              expect(found).toBeLessThanOrEqual(impurity(left) + impurity(right) + 1e-12);
            }
          }
        });
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  it("depend on the order of the values alone: a monotone change of a feature changes no side of any row", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { x } = sampleRows(seed);
        const other = matrix(
          40,
          3,
          x.data.map((value, at) => [value ** 3, Math.sqrt(value), value][at % 3]),
        );
        const [a, b] = [grown(x, 15, { splits: "exact", seed }), grown(other, 15, { splits: "exact", seed })];
        expect([b.feature, b.right]).toEqual([a.feature, a.right]);
        expect(rowsOf(b, other)).toEqual(rowsOf(a, x));
      }),
      { seed: 6, numRuns: 30 },
    );
  });

  it("are at one of at most 255 cuts beyond 10,000 rows, with the rows on the sides that the codes say", () => {
    const rows = EXACT_ROWS + 2000;
    const generator = random(9);
    const x = matrix(rows, 2);
    for (let k = 0; k < x.data.length; k++) x.data[k] = k % 2 === 0 ? generator.normal() : generator.below(3);
    const { ranks, values } = columnsOf(x, { splits: "exact" });
    if (ranks === null) throw new Error("no ranks");
    const { starts, cuts, codes } = ranks;
    expect(starts[1]).toBeGreaterThan(200);
    expect(starts[1]).toBeLessThanOrEqual(255);
    expect(starts[2] - starts[1]).toBe(2);
    for (let j = 0; j < 2; j++) {
      for (let i = 0; i < rows; i += 97) {
        const at = j * rows + i;
        const below = cuts.subarray(starts[j], starts[j + 1]).filter((cut) => cut < values[at]).length;
        expect(codes[at]).toBe(below);
      }
    }
    const half = rows / 2;
    const tree = grown(x, half, { splits: "exact", leaf: 1000 });
    for (const own of rowsOf(tree, x)) expect(own.length).toBeGreaterThanOrEqual(1000);
  });
});

describe.each(SPLITS)("a tree with %s splits and chances of columns", (splits) => {
  const usesOf = (chances: number[], seed: number) => {
    const generator = random(seed);
    const x = matrix(
      40,
      3,
      Float64Array.from({ length: 120 }, () => generator.normal()),
    );
    const grow = treeGrower(columnsOf(x, { splits }), {
      splits,
      candidates: 1,
      leaf: 1,
      chances: Float64Array.from(chances),
    });
    const rows = Uint32Array.from({ length: x.rows }, (_, i) => i);
    const { feature } = grow({ rows, ...balanced(x.rows, 15) }, random(seed));
    return [0, 1, 2].map((column) => feature.filter((j) => j === column).length);
  };
  const total = (chances: number[]) =>
    Array.from({ length: 40 }, (_, seed) => usesOf(chances, seed)).reduce((a, b) => a.map((uses, j) => uses + b[j]));

  it("seldom tries a column of a small chance, and never a column of none where another varies", () => {
    const [first, second, third] = total([1, 0.1, 0]);
    expect(third).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(first / 4);
  });

  it("tries columns of equal chances equally often, however small these are", () => {
    const uses = total([0.01, 0.01, 0.01]);
    expect(Math.min(...uses)).toBeGreaterThan(0.6 * Math.max(...uses));
  });
});
