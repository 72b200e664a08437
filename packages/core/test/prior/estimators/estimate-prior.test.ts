import { describe, expect, it } from "vitest";
import {
  estimatePrior,
  estimatePriors,
  PRIOR_METHODS,
  type PriorEstimate,
  type PriorMethodName,
} from "../../../../bagwise/src/entries/prior.js";
import { InputError } from "../../../src/base/errors.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { km2 } from "../../../src/prior/estimators/km2.js";
import { plainRatio } from "../../../src/prior/estimators/plain-ratio.js";
import { identical, line, sample } from "../make.js";

/** Those that estimate the share of positives. */
const { "as-printed": printed, ...choices } = PRIOR_METHODS;
const HONEST = [...Object.values(choices), plainRatio, km2];

function expectSound(estimate: PriorEstimate): void {
  const { value, raw, clipped, low, high } = estimate;
  for (const number of [value, raw, low, high]) expect(Number.isFinite(number)).toBe(true);
  expect(value).toBeGreaterThanOrEqual(0.001);
  expect(value).toBeLessThanOrEqual(0.999);
  expect(low).toBeLessThanOrEqual(value);
  expect(high).toBeGreaterThanOrEqual(value);
  expect(low).toBeGreaterThanOrEqual(0.001);
  expect(high).toBeLessThanOrEqual(0.999);
  expect(clipped).toBe(value !== raw);
}

it("every estimator goes by its own name", () => {
  for (const [name, method] of Object.entries(PRIOR_METHODS)) expect(method.name).toBe(name);
});

describe.each([...HONEST, printed])("the estimator $name", (method) => {
  it("describes itself", () => {
    const { title, help, needs } = method;
    for (const text of [title, help, needs]) expect(text).toMatch(/\S/);
    expect(help.endsWith(".")).toBe(false);
  });

  it("gives the same bits for the same seed", () => {
    const input = sample({ unlabeled: 90 });
    const options = { seed: 5, bootstrap: 4 };
    expect(estimatePrior(method, input, options)).toEqual(estimatePrior(method, input, options));
  });

  it("is sound where there is next to nothing to learn from", () => {
    for (const [positives, unlabeled] of [
      [1, 1],
      [1, 5],
      [5, 1],
      [2, 3],
      [12, 30],
    ]) {
      expectSound(estimatePrior(method, identical(positives, unlabeled), { bootstrap: 3 }));
      const nothing = { gram: matrix(positives + unlabeled, positives + unlabeled), positives };
      expectSound(estimatePrior(method, nothing, { bootstrap: 3 }));
      const input = sample({ positives, unlabeled, distance: 1 });
      expectSound(estimatePrior(method, input, { bootstrap: 3 }));
      expectSound(estimatePrior(method, { ...input, scenario: "single-set" }, { bootstrap: 3 }));
    }
  });

  it("has an interval, wider for a higher level, and none when no resamples are wanted", () => {
    const input = sample({ prior: 0.4, unlabeled: 90 });
    const narrow = estimatePrior(method, input, { level: 0.5, bootstrap: 12 });
    const wide = estimatePrior(method, input, { level: 0.95, bootstrap: 12 });
    expectSound(narrow);
    expect(wide.high - wide.low).toBeGreaterThanOrEqual(narrow.high - narrow.low);
    expect(wide.level).toBe(0.95);
    expect(estimatePrior(method, input, { bootstrap: 0 })).toMatchObject({ low: 0.001, high: 0.999, interval: "none" });
  });

  it("works on many bags, with a cheaper interval", () => {
    const estimate = estimatePrior(method, sample({ positives: 60, unlabeled: 550 }), { bootstrap: 4 });
    expectSound(estimate);
    expect(estimate.interval).toBe(method === km2 ? "subsampled" : "fixed-scores");
  });
});

describe("on many well-separated bags", () => {
  it.each([0.1, 0.3, 0.6])("every estimator but as-printed finds the prior %d", (prior) => {
    const estimates = estimatePriors(HONEST, line(150, 350, prior, 12), { bootstrap: 0 });
    for (const { method, value } of estimates)
      expect(Math.abs(value - prior), method).toBeLessThan(method === "km2" ? 0.15 : 0.06);
  });

  it("ratio and bbe find it also where it is near 1", () => {
    const estimates = estimatePriors(["ratio", "bbe"], line(150, 350, 0.9, 12), { bootstrap: 0 });
    for (const { method, value } of estimates) expect(Math.abs(value - 0.9), method).toBeLessThan(0.05);
  });

  it("in the single-set scenario the labelled positives count as well", () => {
    // 150 of the positives are labelled; of the 350 others 30 % are positive: (150 + 105) / 500.
    const input = { ...line(150, 350, 0.3, 12), scenario: "single-set" as const };
    for (const { method, value } of estimatePriors(HONEST, input, { bootstrap: 0 }))
      expect(Math.abs(value - 0.51), method).toBeLessThan(method === "km2" ? 0.15 : 0.06);
  });

  it("the intervals of ratio and bbe hold the truth", () => {
    const input = sample({ positives: 150, unlabeled: 900, prior: 0.3 });
    for (const { low, high, method } of estimatePriors(["ratio", "bbe"], input, { bootstrap: 100 })) {
      expect(low, method).toBeLessThan(0.3);
      expect(high, method).toBeGreaterThan(0.3);
      expect(high - low, method).toBeLessThan(0.15);
    }
  });
});

describe("warnings", () => {
  it("say that an estimate was clipped, and what to do", () => {
    const { clipped, raw, value, warnings } = estimatePrior("ratio", identical(10, 30), { bootstrap: 5 });
    expect({ clipped, raw, value }).toEqual({ clipped: true, raw: 1, value: 0.999 });
    const message = warnings.find(({ code }) => code === "prior-clipped")?.message;
    expect(message).toMatch(/set to 0\.999/);
  });

  it("say that as-printed is no estimate", () => {
    expect(estimatePrior("as-printed", sample(), { bootstrap: 0 }).warnings.map(({ code }) => code)).toContain(
      "as-printed",
    );
  });

  it("say when the data hardly tell the prior", () => {
    const { warnings } = estimatePrior("ratio", sample({ distance: 2, prior: 0.5 }), { bootstrap: 30 });
    expect(warnings.find(({ code }) => code === "prior-uncertain")?.message).toMatch(/review a random sample/);
  });

  it("say when no bag could be left out", () => {
    const { warnings } = estimatePrior("bbe", sample({ positives: 1, unlabeled: 20 }), { bootstrap: 0 });
    expect(warnings.map(({ code }) => code)).toContain("prior-not-held-out");
  });

  it("are absent where all is well", () => {
    expect(estimatePrior("ratio", line(60, 200, 0.4, 12), { bootstrap: 20 }).warnings).toEqual([]);
  });
});

describe("the median", () => {
  it("is that of five others", () => {
    const [all, ...others] = estimatePriors(["median", "ratio", "bbe", plainRatio, km2, "pe"], sample(), {
      bootstrap: 5,
    });
    expect(all.raw).toBe(others.map(({ raw }) => raw).sort((a, b) => a - b)[2]);
  });
});

describe("bad input", () => {
  const good = sample({ positives: 4, unlabeled: 6 });
  it.each<[string, () => unknown, RegExp]>([
    ["an unknown method", () => estimatePrior("guess" as PriorMethodName, good), /"guess".*ratio, bbe/],
    ["a former choice", () => estimatePrior("km2" as PriorMethodName, good), /"km2" can no longer be chosen/],
    ["no positive bags", () => estimatePrior("pe", { ...good, positives: 0 }), /no positive bags/],
    ["no unlabeled bags", () => estimatePrior("pe", { ...good, positives: 10 }), /no unlabeled bags/],
    ["a matrix that is not square", () => estimatePrior("pe", { gram: matrix(2, 3), positives: 1 }), /2 x 3/],
    [
      "a value that is not finite",
      () => estimatePrior("pe", { gram: matrix(2, 2, Float64Array.of(1, NaN, NaN, 1)), positives: 1 }),
      /not finite/,
    ],
    ["a wrong scenario", () => estimatePrior("pe", { ...good, scenario: "mixed" as "single-set" }), /scenario/],
    ["a level of 1", () => estimatePrior("pe", good, { level: 1 }), /level/],
    ["half a resample", () => estimatePrior("pe", good, { bootstrap: 0.5 }), /bootstrap/],
    ["eta 0", () => estimatePrior("pe", good, { eta: 0 }), /eta/],
    ["one fold", () => estimatePrior("pe", good, { folds: 1 }), /folds/],
    ["a centre that is no bag", () => estimatePrior("pe", good, { centres: [10] }), /centres/],
  ])("is refused with a sentence: %s", (_, act, message) => {
    expect(act).toThrow(InputError);
    expect(act).toThrow(message);
  });
});
