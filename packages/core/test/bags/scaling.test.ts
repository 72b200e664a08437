import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignFeatures } from "../../src/bags/align-features.js";
import { featureStatistics } from "../../src/bags/feature-statistics.js";
import { applyScaling, fitScaling, SCALING_METHODS, type ScalingMethod } from "../../src/bags/scaling.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { InputError } from "../../src/base/errors.js";
import { shuffleFeatures } from "../learners/make.js";
import { anyBags, bagSet, FIXED, nested } from "./make.js";

describe("scaling", () => {
  it("gives z-scores with mean 0 and population standard deviation 1, and 0 for a constant feature", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: -1e6, max: 1e6, noNaN: true }), (seed, offset) => {
        const rows = nested(synthesise({ bags: 20, dimensions: 2, seed }).bags);
        const bags = bagSet(rows.map((bag) => bag.map(([a, b]) => [a + offset, b * 1e-3, 5])));
        const { mean, sd } = featureStatistics(applyScaling(fitScaling(bags, { method: "z-score" }), bags));
        for (const j of [0, 1]) {
          expect(Math.abs(mean[j])).toBeLessThan(1e-9);
          expect(Math.abs(sd[j] - 1)).toBeLessThan(1e-9);
        }
        expect([mean[2], sd[2]]).toEqual([0, 0]);
      }),
      FIXED,
    );
  });

  it("divides floored z-scores by at least a tenth of the 0.9-quantile", () => {
    const bags = bagSet([
      [
        [0, 0, 0],
        [2, 0.002, 0],
      ],
    ]);
    const { divisor } = fitScaling(bags, { method: "floored-z-score" });
    const floor = 0.1 * (0.8 * 1 + 0.2 * 0.001);
    expect(divisor[0]).toBe(1);
    expect(divisor[1]).toBeCloseTo(floor, 12);
    expect(divisor[2]).toBeCloseTo(floor, 12);
    expect(fitScaling(bags, { method: "floored-z-score", floor: 0 }).divisor).toEqual([1, 0.001, 0]);
    expect(fitScaling(bags).method).toBe("floored-z-score");
  });

  it("brings min-max to exactly 0 and 1", () => {
    fc.assert(
      fc.property(anyBags({ minBags: 1, minSize: 1 }), (bags) => {
        const { min, max } = featureStatistics(applyScaling(fitScaling(bags, { method: "min-max" }), bags));
        const spread = featureStatistics(bags).sd;
        for (let j = 0; j < bags.dimension; j++) expect([min[j], max[j]]).toEqual([0, spread[j] === 0 ? 0 : 1]);
      }),
      FIXED,
    );
  });

  it("leaves everything as it is with none, even what is not finite", () => {
    const bags = bagSet([[[1, Number.NaN]]]);
    expect(nested(applyScaling(fitScaling(bags, { method: "none" }), bags))).toEqual([[[1, Number.NaN]]]);
  });

  it("applies what training data taught, and puts 0 where they were constant", () => {
    const train = bagSet([
      [
        [0, 3],
        [10, 3],
      ],
    ]);
    const test = bagSet([[[20, 4]]], { ids: ["t"], labels: ["positive"], groups: ["g"] });
    const scaled = applyScaling(fitScaling(train, { method: "min-max" }), test);
    expect(nested(scaled)).toEqual([[[2, 0]]]);
    expect([scaled.ids(), scaled.labels(), scaled.groups()]).toEqual([["t"], ["positive"], ["g"]]);
    expect(nested(test)).toEqual([[[20, 4]]]);
  });

  it.each(SCALING_METHODS)("survives JSON with method %s", (method) => {
    const scaling = fitScaling(synthesise({ bags: 20 }).bags, { method });
    expect(JSON.parse(JSON.stringify(scaling))).toEqual(scaling);
  });

  it("matches features by name and gives them in the order of training", () => {
    const scaling = fitScaling(
      bagSet(
        [
          [
            [0, 0],
            [1, 10],
          ],
        ],
        { features: ["a", "b"] },
      ),
      { method: "min-max" },
    );
    const scaled = applyScaling(scaling, bagSet([[[20, 3]]], { features: ["b", "a"] }));
    expect(scaled.features).toEqual(["a", "b"]);
    expect(nested(scaled)).toEqual([[[3, 2]]]);
  });

  it("copies nothing where nothing changes, and gives the same bits", () => {
    const { bags } = synthesise({ bags: 12, dimensions: 3, seed: 4 });
    const none = fitScaling(bags, { method: "none" });
    const some = bags.subset([7, 2, 9]);
    for (const given of [bags, some]) {
      expect(alignFeatures(bags.features, given)).toBe(given);
      const scaled = applyScaling(none, given);
      expect(scaled.data).toBe(given.data);
      expect(scaled.toMatrix()).toEqual(given.toMatrix());
    }
    const scaling = fitScaling(bags);
    const [scaled, mixed] = [bags, shuffleFeatures(bags)].map((given) => applyScaling(scaling, given));
    expect(scaled.data).not.toBe(bags.data);
    expect(mixed.features).toEqual(bags.features);
    expect(mixed.toMatrix()).toEqual(scaled.toMatrix());
    expect(alignFeatures(bags.features, shuffleFeatures(some)).toMatrix()).toEqual(some.toMatrix());
  });

  it("names the features that are missing and extra", () => {
    const scaling = fitScaling(bagSet([[[1, 2]]], { features: ["a", "b"] }));
    const other = bagSet([[[1, 2]]], { features: ["a", "c"] });
    expect(() => applyScaling(scaling, other)).toThrow(InputError);
    expect(() => applyScaling(scaling, other)).toThrow(/missing: "b".*: "c"/);
  });

  it("refuses to learn from nothing, from what is not finite, and with unknown options", () => {
    expect(() => fitScaling(bagSet([[]]))).toThrow("no instance");
    expect(() => fitScaling(bagSet([[[1, 2]], [[1, Number.NaN]]]))).toThrow('column "f2", bag "b1"');
    expect(() => fitScaling(bagSet([[[1]]]), { method: "rank" as ScalingMethod })).toThrow(
      'the option method is "rank"',
    );
    expect(() => fitScaling(bagSet([[[1]]]), { floor: -1 })).toThrow("the option floor is -1");
  });

  it("scales a view as it scales a copy of it", () => {
    const bags = synthesise({ bags: 20 }).bags;
    const view = bags.subset([3, 1]);
    const copy = view.withMatrix(view.toMatrix());
    expect(fitScaling(view)).toEqual(fitScaling(copy));
    expect(nested(applyScaling(fitScaling(bags), view))).toEqual(nested(applyScaling(fitScaling(bags), copy)));
  });
});
