import { expect, it } from "vitest";
import { differences, summariseTrials } from "../../../bagwise/src/entries/lab.js";
import { recordOf, smallSummary } from "../make.js";

it("differences are those to the printed column and to the constant guess", () => {
  // The paper prints for Fox 0.840 and 0.430 (PU-SKC), 0.634 and 0.559 (LSDD) at 0.1 and 0.7.
  const [skc, lsdd, ...rest] = differences(smallSummary());
  expect(rest).toEqual([]);
  expect(skc).toMatchObject({ method: "pu-skc", protocol: "paper", cells: 2, compared: 2, belowConstant: 2 });
  expect(skc.meanAbsolute).toBeCloseTo((0.01 + 0.095) / 2, 12);
  expect(skc.largest).toBeCloseTo(0.095, 12);
  expect(skc.where).toMatchObject({ dataset: "fox", prior: 0.7, labeled: 20 });
  expect(skc.meanAccuracy).toBeCloseTo((0.85 + 0.525) / 2, 12);
  expect(lsdd).toMatchObject({ method: "lsdd", belowConstant: 1 });
  expect(lsdd.where?.difference).toBeCloseTo(0.875 - 0.634, 12);
});

it("differences know the sign, and nothing where the paper prints nothing", () => {
  const below = differences(summariseTrials([recordOf(0.5)]));
  expect(below[0].largest).toBeCloseTo(0.246, 12);
  expect(below[0].where?.difference).toBeCloseTo(-0.246, 12);
  expect(differences(summariseTrials([recordOf(0.5, { prior: 0.9 })]))).toEqual([
    {
      method: "pu-skc",
      protocol: "paper",
      cells: 1,
      compared: 0,
      meanAbsolute: null,
      largest: null,
      where: null,
      belowConstant: 1,
      meanAccuracy: 0.5,
    },
  ]);
  expect(differences(summariseTrials([]))).toEqual([]);
});
