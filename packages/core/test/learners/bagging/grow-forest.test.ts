import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { columnsOf } from "../../../src/learners/bagging/columns.js";
import { memberDraws } from "../../../src/learners/bagging/draws.js";
import { growForest, growTrees } from "../../../src/learners/bagging/grow-forest.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { forestScores, joinedForests } from "../../../src/scorers/forest/forest.js";
import { auc } from "../../../src/scores/classification.js";
import { sampleRows } from "./make.js";

const TREES = { splits: "random", candidates: 2, leaf: 1 } as const;

function smallData() {
  const { x, positive, other } = sampleRows(3);
  const together = Uint32Array.from({ length: 40 }, (_, i) => i);
  const drawn = { positive, unlabeled: other, negative: new Uint32Array(0), together, negativeWeight: 0, parts: 5 };
  const offsets = Uint32Array.from({ length: 41 }, (_, i) => i);
  return { x, drawn: { ...drawn, seed: 4 }, bags: { columns: columnsOf(x, TREES), offsets } };
}

describe("trees grown in parts", () => {
  it("are the trees grown at once", () => {
    const { drawn, bags } = smallData();
    const all = growTrees(bags, drawn, TREES, { from: 0, to: 11 });
    const parts = [0, 4, 8].map((from) => growTrees(bags, drawn, TREES, { from, to: Math.min(11, from + 4) }));
    expect(joinedForests(parts.map(({ forest }) => forest))).toEqual(all.forest);
    expect(parts.reduce((sum, { counts }) => sum + counts[3], 0)).toBe(all.counts[3]);
  });

  it("score each bag by the trees that have not seen it", () => {
    const { x, drawn, bags } = smallData();
    const { sums, counts } = growTrees(bags, drawn, TREES, { from: 0, to: 10 });
    const wanted = new Float64Array(40);
    [...memberDraws(drawn, { from: 0, to: 10 })].forEach(({ seen }, tree) => {
      const { forest } = growTrees(bags, drawn, TREES, { from: tree, to: tree + 1 });
      const scores = forestScores(forest, x);
      seen.forEach((yes, bag) => {
        if (yes === 0) wanted[bag] += scores[bag];
      });
    });
    expect(sums).toEqual(wanted);
    expect(counts.every((count) => count >= 2)).toBe(true);
  });

  it("weigh bags alike, however many rows they have", () => {
    const { x, drawn } = smallData();
    // Row 39 as a bag of five equal rows.
    const repeated = matrix(44, 3);
    repeated.data.set(x.data);
    for (let k = 0; k < 4; k++) repeated.data.set(x.data.subarray(117, 120), (40 + k) * 3);
    const offsets = Uint32Array.from({ length: 41 }, (_, i) => (i === 40 ? 44 : i));
    const { forest } = growTrees({ columns: columnsOf(repeated, TREES), offsets }, drawn, TREES, { from: 0, to: 5 });
    const plain = growTrees(smallData().bags, drawn, TREES, { from: 0, to: 5 });
    const [a, b] = [forestScores(forest, x), forestScores(plain.forest, x)];
    a.forEach((score, i) => {
      expect(score).toBeCloseTo(b[i], 9);
    });
  });
});

describe("growForest", () => {
  it.each(["random", "exact"] as const)("ranks rows that it has not seen, with %s splits", (splits) => {
    const generator = random(8);
    const rows = (count: number, shift: number) =>
      Array.from({ length: count }, () =>
        Array.from({ length: 10 }, (_, j) => generator.normal() + (j < 2 ? shift : 0)),
      );
    const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
    const x = matrix(100, 10, Float64Array.from([...rows(20, 2), ...rows(80, 0)].flat()));
    const forest = growForest(x, { positive: from(0, 20), other: from(20, 100) }, { splits, trees: 60, seed: 1 });
    expect(forest.roots).toHaveLength(60);
    const fresh = matrix(100, 10, Float64Array.from([...rows(50, 2), ...rows(50, 0)].flat()));
    const scores = forestScores(forest, fresh);
    const truth = Array.from(scores, (_, i) => (i < 50 ? 1 : -1));
    expect(auc(scores, truth)).toBeGreaterThan(0.9);
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
  });
});
