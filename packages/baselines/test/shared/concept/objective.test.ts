import { describe, expect, it } from "vitest";
import { noisyOrLoss } from "../../../src/dd/noisy-or.js";
import { holdInstances } from "../../../src/shared/concept/instances/hold.js";
import {
  conceptObjective,
  conceptPenalty,
  distanceShares,
  distancesFrom,
} from "../../../src/shared/concept/objective.js";
import { conceptBags, parameters } from "./make.js";

describe("the objective of a concept", () => {
  it.each([false, true])(
    "is the loss, the mean squared distance and the pull to the mean; shared scale: %s",
    (shared) => {
      const bags = conceptBags();
      const { data, features, signs } = bags;
      const x = parameters(features + (shared ? 1 : features), 2);
      const penalty = conceptPenalty(bags, 0.7);
      const found = conceptObjective(holdInstances(data, features), noisyOrLoss(bags), { penalty, shared })(
        x,
        new Float64Array(x.length),
      );
      const rows = Array.from({ length: data.length / features }, (_, i) =>
        data.slice(i * features, (i + 1) * features),
      );
      const squared = rows.map((row) =>
        row.reduce((sum, value, j) => sum + (x[features + (shared ? 0 : j)] * (value - x[j])) ** 2, 0),
      );
      expect([...distancesFrom(bags, x)].map((each) => each.toFixed(10))).toEqual(
        squared.map((each) => each.toFixed(10)),
      );
      const column = (j: number) => rows.map((row) => row[j]);
      const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const pull = Array.from({ length: features }, (_, j) => {
        const mean = average(column(j));
        return (x[j] - mean) ** 2 / average(column(j).map((value) => (value - mean) ** 2)) / 100;
      }).reduce((sum, each) => sum + each, 0);
      const loss = noisyOrLoss(bags)(Float64Array.from(squared), new Float64Array(squared.length));
      expect(found).toBeCloseTo(loss + 0.7 * signs.length * (average(squared) + pull), 9);
    },
  );

  it("does not depend on where the origin is, even far away", () => {
    const bags = conceptBags();
    const x = parameters(6, 3);
    const moved = { ...bags, data: bags.data.map((value) => value + 1e6) };
    const movedX = x.map((value, k) => (k < 3 ? value + 1e6 : value));
    const at = (some: typeof bags, point: Float64Array) =>
      conceptObjective(holdInstances(some.data, some.features), noisyOrLoss(some), {
        penalty: conceptPenalty(some, 0.1),
        shared: false,
      })(point, new Float64Array(6));
    expect(at(moved, movedX)).toBeCloseTo(at(bags, x), 6);
  });

  it("knows the share of each feature in the distances", () => {
    const penalty = conceptPenalty(conceptBags(), 0);
    const shares = distanceShares(penalty, Float64Array.of(0, 0, 0, 1, 2, 0));
    expect(shares[2]).toBe(0);
    expect(shares[0] + shares[1]).toBeCloseTo(1, 12);
    expect([...distanceShares(penalty, new Float64Array(6))]).toEqual([0, 0, 0]);
  });
});
