import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { flatBelief } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { scoreMixture } from "../../../src/prior/mixture/score-mixture.js";

const SETS = 120;
const NEW = 25;

it("covers the prior in 90 % of data sets from the model, and its probabilities come true", () => {
  const generator = random(20_241);
  let covered = 0;
  // Bags of one set share its prior, so the sets, not the bags, are the sample.
  const misses: number[] = [];
  for (let set = 0; set < SETS; set++) {
    const pi = generator.uniform();
    const ratio = Math.exp(0.2 * generator.normal());
    const apart = Math.abs(0.8 * generator.normal()) * Math.sqrt((1 + ratio) / 2);
    const draw = (positive: boolean) =>
      (positive ? 0 : -apart) + generator.normal() * (positive ? 1 : Math.sqrt(ratio));
    const mixture = scoreMixture({
      positive: Float64Array.from({ length: 20 }, () => draw(true)),
      unlabeled: Float64Array.from({ length: 180 }, () => draw(generator.uniform() < pi)),
    });
    const { low, high } = describeBelief(mixture.posterior(flatBelief()));
    if (low <= pi && pi <= high) covered++;
    const { knots, values } = mixture.link(flatBelief());
    let miss = 0;
    for (let k = 0; k < NEW; k++) {
      const positive = generator.uniform() < pi;
      const score = draw(positive);
      const above = Math.min(
        knots.length - 1,
        Math.max(
          1,
          knots.findIndex((knot) => knot > score),
        ),
      );
      const part = (score - knots[above - 1]) / (knots[above] - knots[above - 1]);
      const p = 1 / (1 + Math.exp(-(values[above - 1] + part * (values[above] - values[above - 1]))));
      miss += (positive ? 1 : 0) - p;
    }
    misses.push(miss / NEW);
  }
  expect(covered / SETS).toBeGreaterThanOrEqual(0.85);
  expect(covered / SETS).toBeLessThanOrEqual(0.97);
  const mean = misses.reduce((a, b) => a + b) / SETS;
  const error = Math.sqrt(misses.reduce((sum, miss) => sum + (miss - mean) ** 2, 0)) / SETS;
  expect(error).toBeLessThan(0.03);
  expect(Math.abs(mean)).toBeLessThan(3 * error);
}, 240_000);
