import { beforeAll, describe, expect, it } from "vitest";
import { type Random, random } from "../../../src/base/random.js";
import { flatBelief } from "../../../src/prior/belief/belief.js";
import { rangeOf } from "../../../src/prior/belief/probability-ranges.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { scoreMixture } from "../../../src/prior/mixture/score-mixture.js";
import { applyLink } from "../../../src/scorers/link.js";

const SETS = 120;
const NEW = 25;
/** The bags of each set that count as high. */
const HIGH = 5;

/** None in a tenth, and else of an exponential distribution with mean 0.15 that ends where the model's does. */
function drawnLookalikes(generator: Random): number {
  if (generator.uniform() < 0.1) return 0;
  return -0.15 * Math.log(1 - generator.uniform() * (1 - Math.exp(-0.325 / 0.15)));
}

/** What became of one data set from the model. */
function drawnSet(generator: Random) {
  const pi = generator.uniform();
  const lookalikes = drawnLookalikes(generator);
  const variance = Math.exp(0.2 * generator.normal());
  const apart = Math.abs(0.8 * generator.normal()) * Math.sqrt((1 + variance) / 2);
  const scoreOf = (looks: boolean) => (looks ? generator.normal() : -apart + generator.normal() * Math.sqrt(variance));
  const bag = () => {
    const positive = generator.uniform() < pi;
    return { positive, score: scoreOf(positive || generator.uniform() < lookalikes) };
  };
  const unlabeled = Array.from({ length: 180 }, bag);
  const mixture = scoreMixture(
    {
      positive: Float64Array.from({ length: 20 }, () => scoreOf(true)),
      unlabeled: unlabeled.map(({ score }) => score),
    },
    { doubt: 0 },
  );
  const { ranges, ...link } = mixture.link(flatBelief());
  const probabilities = (scores: number[]) =>
    Array.from(applyLink(link, Float64Array.from(scores)), (odds) => 1 / (1 + Math.exp(-odds)));
  const { low, high } = describeBelief(mixture.posterior(flatBelief()));
  const fresh = Array.from({ length: NEW }, bag);
  const told = probabilities(fresh.map(({ score }) => score));
  // If all was known, the probability would be this.
  const looks = pi + (1 - pi) * lookalikes;
  const truth = fresh.map(({ score }) => {
    const inP = Math.exp(-(score ** 2) / 2);
    const inN = Math.exp(-((score + apart) ** 2) / (2 * variance)) / Math.sqrt(variance);
    return (pi * inP) / (looks * inP + (1 - looks) * inN);
  });
  const misses = fresh.map(({ positive }, k) => ({ miss: (positive ? 1 : 0) - told[k], p: told[k] }));
  return {
    covered: low <= pi && pi <= high ? 1 : 0,
    missed: mean(misses.map(({ miss }) => miss)),
    missedHigh: mean(
      misses
        .sort((a, b) => b.p - a.p)
        .slice(0, HIGH)
        .map(({ miss }) => miss),
    ),
    missedPrior: pi - mean(probabilities(unlabeled.map(({ score }) => score))),
    inRange: mean(
      truth.map((value, k) => {
        const range = rangeOf(ranges, told[k]);
        return range.low <= value && value <= range.high ? 1 : 0;
      }),
    ),
  };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Bags of one set share its prior, so the sets, not the bags, are the sample. */
function expectNone(misses: readonly number[], within: number): void {
  const error = Math.sqrt(mean(misses.map((miss) => (miss - mean(misses)) ** 2)) / misses.length);
  expect(error).toBeLessThan(within);
  expect(Math.abs(mean(misses))).toBeLessThan(3 * error);
}

describe("in data sets from the model", () => {
  let sets: ReturnType<typeof drawnSet>[] = [];
  beforeAll(() => {
    const generator = random(20_241);
    sets = Array.from({ length: SETS }, () => drawnSet(generator));
  }, 240_000);

  it("the prior is in its interval in 90 %", () => {
    const covered = mean(sets.map((set) => set.covered));
    expect(covered).toBeGreaterThanOrEqual(0.85);
    expect(covered).toBeLessThanOrEqual(0.97);
  });

  it("probabilities come true, also the highest ones", () => {
    expectNone(
      sets.map(({ missed }) => missed),
      0.03,
    );
    expectNone(
      sets.map(({ missedHigh }) => missedHigh),
      0.04,
    );
  });

  it("the probabilities of the unlabeled bags add up to the number of positives", () => {
    expectNone(
      sets.map(({ missedPrior }) => missedPrior),
      0.03,
    );
  });

  it("the probability by the true distributions, prior and look-alikes is in its range in about 90 %", () => {
    const inRange = mean(sets.map((set) => set.inRange));
    expect(inRange).toBeGreaterThanOrEqual(0.82);
    expect(inRange).toBeLessThanOrEqual(0.97);
  });
});
