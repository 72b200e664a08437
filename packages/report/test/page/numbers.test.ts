import { expect, it } from "vitest";
import { duration, gibibytes, listed, meanAndSd, plain, signed, three } from "../../src/page/numbers.js";

it("writes accuracies with three decimals, and a dash for no number", () => {
  expect([0.8184, 1, 0, Number.NaN].map(three)).toEqual(["0.818", "1.000", "0.000", "–"]);
  expect(meanAndSd({ mean: 0.8184, sd: 0.0406 })).toBe("0.818 (0.041)");
});

it("writes differences with a sign, and none for what rounds to zero", () => {
  expect([0.012, -0.012, 0.0004, -0.0004, Number.NaN].map(signed)).toEqual(["+0.012", "−0.012", "0.000", "0.000", "–"]);
  expect(three(-0.0001)).toBe("0.000");
});

it("writes priors as people do, without the noise of binary fractions", () => {
  expect([0.1, 0.1 + 0.2, 0.25, 160].map(plain)).toEqual(["0.1", "0.3", "0.25", "160"]);
});

it.each([
  [0.00124, "1.24 ms"],
  [0.25, "250 ms"],
  [0.9996, "1.00 s"],
  [3.05, "3.05 s"],
  [76.3, "76.3 s"],
  [240, "240 s"],
  [1200, "20.0 min"],
  [9000, "2.50 h"],
  [Number.NaN, "–"],
])("writes %d seconds as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it("writes memory and lists", () => {
  expect(gibibytes(16 * 2 ** 30)).toBe("16.0 GiB");
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", "a and b", "a, b and c"]);
});
