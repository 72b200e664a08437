import { expect, it } from "vitest";
import { areMostlyCounts, countFeatures } from "../../src/bags/count-features.js";
import { bagSet } from "./make.js";

/** 50 bags of one instance; feature j is 0 but in every tenth bag. */
const counts = (features: number, change: (value: number, bag: number, j: number) => number = (value) => value) =>
  bagSet(
    Array.from({ length: 50 }, (_, i) => [
      Array.from({ length: features }, (_, j) => change((i + j) % 10 === 0 ? 1 + j : 0, i, j)),
    ]),
  );

it("features that are never negative and mostly 0 look like counts, in any unit", () => {
  expect(countFeatures(counts(24))).toEqual(Uint32Array.from({ length: 24 }, (_, j) => j));
  expect(countFeatures(counts(24, (value) => value / 7)).length).toBe(24);
});

it("those with negative values or too few zeros do not", () => {
  const found = countFeatures(counts(24, (value, i, j) => (j === 3 ? -value : j === 5 && i % 4 === 0 ? 2 : value)));
  expect(found.length).toBe(22);
  expect(found).not.toContain(3);
  expect(found).not.toContain(5);
});

it("fewer than twenty are no vector, whatever is always 0", () => {
  expect(countFeatures(counts(19)).length).toBe(0);
  expect(countFeatures(counts(40, (value, _, j) => (j < 19 ? value : 0))).length).toBe(0);
  expect(countFeatures(counts(40, (value, _, j) => (j < 20 ? value : 0))).length).toBe(40);
});

it("are most of the features if at least half of those that vary are", () => {
  const dense = (from: number, constant = from) =>
    counts(60, (value, i, j) => (j < from ? value : j < constant ? 0 : 1 + ((i * 7 + j) % 5)));
  expect(areMostlyCounts(dense(60))).toBe(true);
  expect(areMostlyCounts(dense(30))).toBe(true);
  expect(areMostlyCounts(dense(29))).toBe(false);
  // Columns that are always 0 do not count.
  expect(areMostlyCounts(dense(25, 40))).toBe(true);
  expect(areMostlyCounts(dense(20, 30))).toBe(false);
  expect(areMostlyCounts(counts(10))).toBe(false);
});
