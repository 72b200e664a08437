import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import { applyScaling } from "../../../src/bags/scaling.js";
import { puMilData } from "../../../src/learners/pu-mil/data.js";
import { project } from "../../../src/scorers/scorer.js";
import { rebuilt, shuffleBags, shuffleFeatures, shuffleInstances, trainingSet } from "../make.js";

const OPTIONS = { negatives: "refuse", scaling: "none", dimensions: 30, seed: 3 } as const;

describe("puMilData", () => {
  it("puts the positive bags first and gives every axis the variance 1", async () => {
    const bags = trainingSet({ dimensions: 4 });
    const { points, offsets, positives, unlabeled, deviations } = await puMilData(bags, OPTIONS);
    expect([positives, unlabeled, points.cols]).toEqual([10, 20, 4]);
    expect(offsets[30]).toBe(bags.instances);
    const positiveSizes = [...bags].filter(({ label }) => label === "positive").map(({ size }) => size);
    expect(offsets[10]).toBe(positiveSizes.reduce((sum, size) => sum + size));
    for (let j = 0; j < 4; j++) {
      const column = Array.from({ length: points.rows }, (_, i) => points.data[i * 4 + j]);
      expect(column.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
      expect(column.reduce((sum, value) => sum + value * value, 0) / (points.rows - 1)).toBeCloseTo(1, 9);
      if (j > 0) expect(deviations[j]).toBeLessThanOrEqual(deviations[j - 1]);
    }
  });

  it("gives the same points to the last bit whatever the order of bags, instances and features", async () => {
    const bags = trainingSet({ dimensions: 6 });
    const data = await puMilData(bags, OPTIONS);
    for (const shuffle of [shuffleBags, shuffleInstances, shuffleFeatures]) {
      const other = await puMilData(shuffle(bags), OPTIONS);
      expect(other.points).toEqual(data.points);
      expect(other.offsets).toEqual(data.offsets);
      expect(other.order).toEqual(data.order);
    }
  });

  it("leads from scaled features, in their own order, to the points", async () => {
    const bags = shuffleFeatures(trainingSet({ dimensions: 5, bagSize: [1, 1] }));
    const { scaling, projection, points, positives } = await puMilData(bags, { ...OPTIONS, scaling: "z-score" });
    const ids = (label: string) =>
      [...bags].filter((bag) => bag.label === label).map(({ id, index }) => ({ id, index }));
    const sorted = [...ids("positive").sort(byId), ...ids("unlabeled").sort(byId)];
    expect(positives).toBe(10);
    const scaled = applyScaling(scaling, bags.subset(sorted.map(({ index }) => index)));
    const found = project(projection, matrix(scaled.instances, 5, scaled.toMatrix()));
    for (const [at, value] of found.data.entries()) expect(value).toBeCloseTo(points.data[at], 9);
  });

  it("takes an instance that is repeated in a bag once, and has one axis when all are alike", async () => {
    const bags = trainingSet();
    const repeated = await puMilData(
      rebuilt(bags, (rows) => [...rows, ...rows]),
      OPTIONS,
    );
    expect(repeated.points).toEqual((await puMilData(bags, OPTIONS)).points);
    expect(repeated.instances).toBe(2 * bags.instances);
    const alike = await puMilData(
      rebuilt(bags, (rows) => rows.map(() => [0.1, 0.7, 3])),
      OPTIONS,
    );
    expect(alike.points).toEqual(matrix(30, 1));
    expect([...alike.deviations]).toEqual([1]);
  });
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
