import { expect, it } from "vitest";
import { compareRecord } from "../../../../lab/test/compare/make.js";
import { comparePicture } from "../../../src/cli/experiment/compare-summary.js";
import { wholeNumbers } from "../../../src/cli/experiment/flags.js";

it("shows the mean gain so far, a row for each method and a column for each protocol", () => {
  const records = [
    compareRecord({}, { accuracy: 0.8, constantAccuracy: 0.7 }),
    compareRecord({ trial: 1 }, { accuracy: 0.7, constantAccuracy: 0.7 }),
    compareRecord({ protocol: "original" }, { accuracy: 0.6, constantAccuracy: 0.7 }),
    compareRecord({ method: "lsdd" }, { accuracy: 0.7, constantAccuracy: 0.7 }),
  ];
  const progress = { done: 4, total: 8, before: 0, records, timings: new Map(), notes: [] };
  expect(comparePicture(progress, 2)).toEqual([
    "4 of 8 trials (50 %), 2.0 a second, 2 s left",
    "",
    expect.any(String),
    "                     leak-free  original",
    "  pu-skc:given@true     +0.050    -0.100",
    "  lsdd@true              0.000",
  ]);
  expect(comparePicture({ ...progress, done: 0, records: [] }, 0)).toEqual(["0 of 8 trials (0 %)"]);
});

it("has families in a column of their own", () => {
  const records = [compareRecord({}, {}), compareRecord({ dataset: "family:plain", protocol: "original" }, {})];
  const progress = { done: 2, total: 2, before: 0, records, timings: new Map(), notes: [] };
  expect(comparePicture(progress, 2)[3]).toMatch(/leak-free +families$/);
});

it("reads ranges of whole numbers", () => {
  expect(wholeNumbers("1..3")).toEqual([1, 2, 3]);
  expect(wholeNumbers("9, 4..5 ,1")).toEqual([9, 4, 5, 1]);
  expect(() => wholeNumbers("3..1")).toThrow(/write 1\.\.3/);
  expect(() => wholeNumbers("1..100000")).toThrow(/too many/);
  expect(() => wholeNumbers("1..x")).toThrow(/number/);
});
