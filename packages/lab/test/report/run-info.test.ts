import { expect, it } from "vitest";
import { trainingTimes } from "../../../bagwise/src/entries/lab.js";
import type { TrialRecord } from "../../src/paper/trial.js";

const record = (id: string, dataset: string, method: string) => ({ id, spec: { dataset, method } }) as TrialRecord;
const timing = (id: string, train: number) => ({ id, train, draw: 9, score: 9 });

it("takes the trainings of a data set and method together, in the order of the records", () => {
  const records = [record("a", "fox", "lsdd"), record("b", "fox", "dsdd"), record("c", "fox", "lsdd")];
  expect(trainingTimes(records, [timing("c", 3), timing("b", 5), timing("a", 1)])).toEqual([
    { dataset: "fox", method: "lsdd", trainings: 2, seconds: { mean: 2, sd: Math.SQRT2 } },
    { dataset: "fox", method: "dsdd", trainings: 1, seconds: { mean: 5, sd: 0 } },
  ]);
});

it("leaves out records without a timing and timings without a record", () => {
  expect(trainingTimes([record("a", "fox", "lsdd")], [timing("z", 1)])).toEqual([]);
});
