import fc from "fast-check";
import { random } from "../../src/base/random.js";
import type { BagScores } from "../../src/scores/bag-scores.js";

/** Held-out scores from plain lists. */
export function heldOut(
  positive: readonly number[],
  unlabeled: readonly number[],
  { scenario = "case-control", negative = [] }: { scenario?: BagScores["scenario"]; negative?: readonly number[] } = {},
): BagScores {
  return {
    scenario,
    positive: Float64Array.from(positive),
    unlabeled: Float64Array.from(unlabeled),
    negative: Float64Array.from(negative),
    clusters: null,
  };
}

/**
 * Scores around `distance` for positive bags and around 0 for negative ones, and what the unlabeled
 * bags are.
 */
export function normalScores(
  prior: number,
  { positive = 400, unlabeled = 1500, distance = 2, seed = 5 }: Partial<Record<string, number>> = {},
) {
  const generator = random(seed);
  const truth = Array.from({ length: unlabeled }, () => generator.uniform() < prior);
  const held = heldOut(
    Array.from({ length: positive }, () => distance + generator.normal()),
    truth.map((isPositive) => (isPositive ? distance : 0) + generator.normal()),
  );
  return { held, truth };
}

const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }));

/** Any held-out scores, with ties. */
export const anyHeldOut: fc.Arbitrary<BagScores> = fc
  .record({
    positive: fc.array(score, { minLength: 1, maxLength: 8 }),
    unlabeled: fc.array(score, { minLength: 1, maxLength: 12 }),
    negative: fc.array(score, { maxLength: 3 }),
    scenario: fc.constantFrom<BagScores["scenario"]>("case-control", "single-set"),
  })
  .map(({ positive, unlabeled, ...rest }) => heldOut(positive, unlabeled, rest));

export const anyPrior = fc.double({ min: 0.01, max: 0.99, noNaN: true });
