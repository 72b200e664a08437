import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { auc } from "../../src/scores/classification.js";
import { hiddenCounts, placesIn } from "../../src/scores/hidden-counts.js";

const generator = random(9);
const draw = (n: number, shift: number) => Array.from({ length: n }, () => generator.normal() + shift);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("hiddenCounts", () => {
  const scores = bagScores({ positive: draw(20, 1), unlabeled: [...draw(60, 1), ...draw(140, -1)] });
  const thresholds = [-1, 0, 1];
  const counts = [...hiddenCounts(scores, thresholds, { prior: 0.3, bootstrap: 400, seed: 2 })];

  it("are about prior x bags positives, of which as many are above a threshold as of the known ones", () => {
    expect(mean(counts.map(({ positives }) => positives))).toBeCloseTo(60, -0.5);
    thresholds.forEach((threshold, t) => {
      // One half of an unseen bag is above everything, and one half below.
      const share = (scores.positive.filter((score) => score >= threshold).length + 0.5) / 21;
      expect(mean(counts.map(({ above, positives }) => above[t] / positives))).toBeCloseTo(share, 1);
    });
  });

  it("never say more positives above a threshold than there are bags, nor so few that the rest has no place", () => {
    const tight = bagScores({ positive: draw(20, 3), unlabeled: draw(100, -2) });
    for (const { positives, above } of hiddenCounts(tight, thresholds, { prior: 0.6, bootstrap: 100, seed: 1 })) {
      thresholds.forEach((threshold, t) => {
        const bags = tight.unlabeled.filter((score) => score >= threshold).length;
        expect(above[t]).toBeLessThanOrEqual(Math.min(bags, positives));
        expect(positives - above[t]).toBeLessThanOrEqual(100 - bags);
      });
    }
  });

  it("vary more where bags come in clusters", () => {
    const four = (some: Float64Array) => Array.from(some).flatMap((score) => [score, score, score, score]);
    const copied = { positive: four(scores.positive), unlabeled: four(scores.unlabeled) };
    const clusters = [...scores.positive, ...scores.unlabeled].flatMap((_, i) => [i, i, i, i]);
    const spread = (of: { clusters?: number[] }) => {
      const all = [...hiddenCounts(bagScores({ ...copied, ...of }), [0], { prior: 0.3, bootstrap: 200, seed: 1 })];
      const values = all.map(({ positives }) => positives);
      return mean(values.map((value) => (value - mean(values)) ** 2));
    };
    expect(spread({ clusters })).toBeGreaterThan(2 * spread({}));
  });

  it("have the mean place of a uniform draw when scores tell nothing", () => {
    const useless = bagScores({ positive: draw(200, 0), unlabeled: draw(300, 0) });
    const found = [...hiddenCounts(useless, [0], { prior: 0.5, bootstrap: 200, seed: 1 })].map(({ place }) => place);
    expect(mean(found)).toBeCloseTo(0.5, 1);
  });

  it("are none where the prior says that there are none", () => {
    const [{ positives, place }] = hiddenCounts(scores, [0], { prior: 1e-9, bootstrap: 1, seed: 1 });
    expect(positives).toBe(0);
    expect(place).toBeNaN();
  });
});

describe("placesIn", () => {
  it("are the shares below, ties counted half, whose mean is the AUC", () => {
    expect(placesIn([1, 2, 2, 3], [0, 2, 3, 9])).toEqual([0, 0.5, 0.875, 1]);
    const [first, second] = [
      [3, 1, 2, 2],
      [2, 0, 1, 5, 2],
    ];
    const expected = auc([...first, ...second], [...first.map(() => 1), ...second.map(() => -1)]);
    expect(mean(placesIn(second, first))).toBeCloseTo(expected, 12);
  });
});
