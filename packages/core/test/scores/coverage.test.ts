import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { evaluate } from "../../src/scores/classification.js";
import { puMeasures } from "../../src/scores/pu-measures.js";

const NAMES = ["recall", "precision", "accuracy", "auc"] as const;

/**
 * How often 90 % intervals hold the measures of the hidden labels, when scores of the classes are
 * normal and so far apart; and how often the AUC is called better than chance.
 */
function coverage({ distance, positives, prior, seed }: Record<"distance" | "positives" | "prior" | "seed", number>) {
  const generator = random(seed);
  const trials = 120;
  const covered = { recall: 0, precision: 0, accuracy: 0, auc: 0 };
  let better = 0;
  for (let trial = 0; trial < trials; trial++) {
    const positive = Float64Array.from({ length: positives }, () => generator.normal() + distance / 2);
    const truth = Array.from({ length: 180 }, () => (generator.uniform() < prior ? 1 : -1));
    const unlabeled = Float64Array.from(truth, (label) => generator.normal() + (label * distance) / 2);
    const found = puMeasures(positive, unlabeled, { prior, bootstrap: 200, seed: trial });
    const real = evaluate(unlabeled, truth);
    for (const name of NAMES)
      if (found[name].low <= real[name] + 1e-9 && real[name] <= found[name].high + 1e-9) covered[name]++;
    if (found.auc.low > 0.5) better++;
  }
  return { shares: NAMES.map((name) => [name, covered[name] / trials] as const), better: better / trials };
}

describe("90 % intervals of measures", () => {
  it.each([
    { distance: 0, positives: 20, prior: 0.3 },
    { distance: 0.3, positives: 20, prior: 0.3 },
    { distance: 1.5, positives: 10, prior: 0.1 },
    { distance: 1.5, positives: 20, prior: 0.7 },
    { distance: 4, positives: 20, prior: 0.3 },
  ])(
    "cover the truth about as often as they say: classes $distance apart, $positives positives, prior $prior",
    (setting) => {
      // 90 % are meant; below 79 % by chance in less than 1 of 1,000 runs.
      for (const [name, share] of coverage({ ...setting, seed: 5 }).shares) expect(share, name).toBeGreaterThan(0.79);
    },
  );

  it("do not call useless scores better than chance more often than they say", () => {
    for (const prior of [0.1, 0.3, 0.7])
      expect(coverage({ distance: 0, positives: 20, prior, seed: 6 }).better).toBeLessThan(0.13);
  });
});
