import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { chanceText, separationOf } from "../../src/scores/separation.js";

function normals(seed: number, count: number, shift = 0): number[] {
  const generator = random(seed);
  return Array.from({ length: count }, () => shift + generator.normal());
}

const drawn = (seed: number, [positive, unlabeled]: readonly [number, number], shift = 0) =>
  bagScores({ positive: normals(seed, positive, shift), unlabeled: normals(1e6 + seed, unlabeled) });

describe("the separation of held-out scores", () => {
  it.each([
    [2, 60],
    [5, 40],
    [20, 80],
  ] as const)("is claimed for %i and %i scores without any no more often than its level", (...sizes) => {
    const runs = 400;
    const claimed = Array.from({ length: runs }, (_, seed) => separationOf(drawn(seed, sizes))).filter(
      (found) => found?.apart,
    ).length;
    // Independent scores vary less than those of folds, so this is well below.
    expect(claimed / runs).toBeLessThanOrEqual(0.05);
  });

  it("is found where it is", () => {
    const held = drawn(3, [20, 180], 1.2);
    const found = separationOf(held);
    expect(found).toMatchObject({ apart: true });
    expect(found?.auc).toBeGreaterThan(0.7);
    expect(found?.p).toBeLessThan(0.01);
  });

  it("counts copies once", () => {
    const { positive, unlabeled } = drawn(4, [8, 60], 0.9);
    const clusters = [...positive.map(() => 0), ...Array.from(unlabeled, (_, i) => i + 8)];
    for (let i = 0; i < 4; i++) clusters[i] = 1;
    const copies = separationOf(bagScores({ positive, unlabeled, clusters }));
    expect(copies?.p).toBeGreaterThan(separationOf(bagScores({ positive, unlabeled }))?.p ?? 1);
  });

  it("also shows against known negatives, where nearly all unlabeled bags are positive", () => {
    const [positive, unlabeled, negative] = [normals(1, 20, 3), normals(2, 60, 3), normals(3, 20)];
    expect(separationOf(bagScores({ positive, unlabeled }))?.apart).toBe(false);
    expect(separationOf(bagScores({ positive, unlabeled, negative }))?.apart).toBe(true);
  });

  it("is nothing for equal scores, and unknown for single bags and for scores that are not finite", () => {
    expect(separationOf(bagScores({ positive: [1, 1], unlabeled: [1, 1, 1] }))).toEqual({
      auc: 0.5,
      p: 1,
      apart: false,
    });
    // Four bags cannot prove anything, however far apart.
    expect(separationOf(bagScores({ positive: [9, 9], unlabeled: [0, 0] }))?.apart).toBe(false);
    expect(separationOf(bagScores({ positive: [1], unlabeled: [1, 2] }))).toBeNull();
    expect(separationOf(bagScores({ positive: [1, Number.NaN], unlabeled: [1, 2] }))).toBeNull();
  });
});

it("the probability of chance is written with two digits, so that it shows whether the bags are apart", () => {
  expect([0.0521, 0.0483, 0.6, 0.00312, 0.00004].map(chanceText)).toEqual([
    "p = 0.052",
    "p = 0.048",
    "p = 0.6",
    "p = 0.0031",
    "p < 0.0001",
  ]);
});
