import { expect, it } from "vitest";
import { climbNoisyOr } from "../../../src/dd/noisy-or.js";
import { spreadFeatures, varyingFeatures, withFeatures } from "../../../src/shared/concept/features.js";
import { type ConceptBags, conceptPenalty } from "../../../src/shared/concept/objective.js";
import { searchConcepts } from "../../../src/shared/concept/search.js";
import { conceptBags } from "./make.js";

/** The same bags with a constant feature in the middle, whose mean is not exact. */
function withConstant({ data, features, ...rest }: ConceptBags): ConceptBags {
  const rows = data.length / features;
  const numbers = Array.from({ length: rows }, (_, i) => {
    const own = [...data.subarray(i * features, (i + 1) * features)];
    return [own[0], 0.1, ...own.slice(1)];
  });
  return { ...rest, data: Float64Array.from(numbers.flat()), features: features + 1 };
}

it("finds the features that vary, and takes them out and puts them back", () => {
  const bags = conceptBags();
  const wider = withConstant(bags);
  const kept = varyingFeatures(wider);
  expect([...kept]).toEqual([0, 2, 3]);
  expect(withFeatures(wider, kept)).toEqual(bags);
  const mean = Float64Array.of(7, 8, 9, 10);
  expect([...spreadFeatures(Float64Array.of(1, 2, 3, 4, 5, 6), { kept, mean, shared: false })]).toEqual([
    1, 8, 2, 3, 4, 0, 5, 6,
  ]);
  expect([...spreadFeatures(Float64Array.of(1, 2, 3, 4), { kept, mean, shared: true })]).toEqual([1, 8, 2, 3, 4]);
  // With one feature, one scale for all and one for each are as many numbers.
  const one = { kept: Uint32Array.of(1), mean: mean.slice(0, 2) };
  expect([...spreadFeatures(Float64Array.of(1, 2), { ...one, shared: false })]).toEqual([7, 1, 0, 2]);
  expect([...spreadFeatures(Float64Array.of(1, 2), { ...one, shared: true })]).toEqual([7, 1, 2]);
});

it("a constant feature has the variance 0, not a rounding error", () => {
  const { mean, variance } = conceptPenalty(withConstant(conceptBags({ bags: 31 })), 1);
  expect([mean[1], variance[1]]).toEqual([0.1, 0]);
});

it("a constant feature does not change what a search finds", async () => {
  const bags = conceptBags({ bags: 40, features: 4 });
  for (const shared of [false, true]) {
    const options = { climb: climbNoisyOr, lambdas: [0.1], starts: 4, shared, seed: 1, pause: async () => {} };
    const [without] = await searchConcepts(bags, options);
    const [found] = await searchConcepts(withConstant(bags), options);
    expect(found.best.value).toBe(without.best.value);
    expect(found.best.x[1]).toBe(0.1);
    if (!shared) expect(found.best.x[5 + 1]).toBe(0);
  }
});
