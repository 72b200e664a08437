import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../src/bags/synthesise.js";
import { SYNTHESISE_OPTIONS, type SynthesiseOptions } from "../../src/bags/synthesise-options.js";
import { InputError } from "../../src/base/errors.js";
import { optionList } from "../../src/base/option.js";
import { FIXED } from "./make.js";

describe("synthesise", () => {
  it("makes 200 bags of 3 to 8 instances with 20 labelled positive by default", () => {
    const { bags, truth } = synthesise();
    expect([bags.size, bags.dimension, bags.positive().size, bags.unlabeled().size]).toEqual([200, 10, 20, 180]);
    expect(truth.filter((label) => label === "positive").length).toBe(20 + 54);
    expect([bags.idOf(0), bags.idOf(199), bags.features[9]]).toEqual(["bag-001", "bag-200", "f10"]);
    const sizes = new Set([...bags].map(({ size }) => size));
    expect([...sizes].sort()).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it("keeps every promise about counts and labels", () => {
    const options = fc.record({
      bags: fc.integer({ min: 5, max: 60 }),
      labeled: fc.integer({ min: 0, max: 5 }),
      prior: fc.double({ min: 0, max: 1, noNaN: true }),
      witnessRate: fc.double({ min: 0, max: 1, noNaN: true }),
      dimensions: fc.integer({ min: 1, max: 4 }),
      bagSize: fc.constantFrom(1, 4, [2, 6] as const),
      seed: fc.nat(1000),
    });
    fc.assert(
      fc.property(options, (given) => {
        const { bags, truth, instanceLabels } = synthesise(given);
        const positives = given.labeled + Math.round(given.prior * (given.bags - given.labeled));
        expect(bags.positive().size).toBe(given.labeled);
        expect(truth.filter((label) => label === "positive").length).toBe(positives);
        expect(instanceLabels.length).toBe(bags.instances);
        for (const bag of bags) {
          const witnesses = instanceLabels.subarray(bag.start, bag.start + bag.size).filter((l) => l === 1).length;
          const expected = Math.max(1, Math.round(given.witnessRate * bag.size));
          expect(witnesses).toBe(truth[bag.index] === "positive" ? expected : 0);
          if (bag.label === "positive") expect(truth[bag.index]).toBe("positive");
        }
      }),
      FIXED,
    );
  });

  it("puts the class means at the distance asked for, in the relevant features, with the spread asked for", () => {
    const { bags, instanceLabels } = synthesise({
      bags: 4000,
      dimensions: 3,
      relevant: 2,
      distance: 5,
      spread: [1, 2],
      prior: 0.5,
    });
    const moments = (label: number, j: number) => {
      const values = Array.from(instanceLabels.keys())
        .filter((row) => instanceLabels[row] === label)
        .map((row) => bags.data[row * 3 + j]);
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      return { mean, sd: Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length) };
    };
    for (const j of [0, 1, 2]) {
      expect(moments(-1, j).mean).toBeCloseTo(0, 1);
      expect(Math.abs(moments(1, j).mean - (j < 2 ? 5 / Math.sqrt(2) : 0))).toBeLessThan(0.15);
      expect(moments(-1, j).sd).toBeCloseTo(1, 1);
      expect(Math.abs(moments(1, j).sd - 2)).toBeLessThan(0.1);
    }
  });

  it("does not tell by the order of bags or instances what is positive", () => {
    const { truth, bags, instanceLabels } = synthesise({ bags: 1000, prior: 0.5, bagSize: 4 });
    const early = truth.slice(0, 500).filter((label) => label === "positive").length;
    expect(Math.abs(early - truth.filter((label) => label === "positive").length / 2)).toBeLessThan(50);
    const first = [...bags].filter(({ start }) => instanceLabels[start] === 1).length;
    const last = [...bags].filter(({ start, size }) => instanceLabels[start + size - 1] === 1).length;
    expect(Math.abs(first - last)).toBeLessThan(60);
  });

  it("reveals the truth when asked, and nothing else changes", () => {
    const [hidden, open] = [synthesise({ seed: 4 }), synthesise({ seed: 4, reveal: true })];
    expect(open.bags.labels()).toEqual(open.truth);
    expect(open.truth).toEqual(hidden.truth);
    expect(open.bags.toMatrix()).toEqual(hidden.bags.toMatrix());
  });

  it("gives the same bytes for the same seed and others for another", () => {
    const bytes = (seed: number) => synthesise({ seed, bags: 20 }).bags.toMatrix();
    expect(bytes(7)).toEqual(bytes(7));
    expect(bytes(7)).not.toEqual(bytes(8));
  });

  it("labels a tenth of the bags when there are fewer than 200", () => {
    expect([1, 10, 55].map((bags) => synthesise({ bags }).bags.positive().size)).toEqual([1, 1, 6]);
  });

  it("can make no positive bag, and only equal instances", () => {
    expect(synthesise({ bags: 1, labeled: 0, prior: 0 }).truth).toEqual(["negative"]);
    const { bags } = synthesise({ bags: 5, labeled: 5, distance: 0, spread: 0 });
    expect(new Set(bags.toMatrix())).toEqual(new Set([0]));
  });

  it.each<[string, unknown]>([
    ["bags", 0],
    ["bags", 1.5],
    ["labeled", -1],
    ["labeled", 201],
    ["prior", 1.1],
    ["prior", Number.NaN],
    ["witnessRate", -0.1],
    ["dimensions", 0],
    ["distance", -1],
    ["distance", Number.POSITIVE_INFINITY],
    ["spread", -1],
    ["spread", [1, -1]],
    ["spread", [1, 2, 3]],
    ["relevant", 11],
    ["relevant", 0],
    ["bagSize", [8, 3]],
    ["bagSize", 0],
    ["bagSize", [1, 2.5]],
    ["reveal", "yes"],
    ["seed", -1],
    ["seed", 2 ** 32],
    ["colour", 1],
  ])("refuses %s = %j and names the option", (name, value) => {
    const options = { [name]: value } as SynthesiseOptions;
    expect(() => synthesise(options)).toThrow(InputError);
    expect(() => synthesise(options)).toThrow(`the option ${name} is`);
  });

  it("refuses more values than fit before it makes them", () => {
    expect(() => synthesise({ bags: 1000, dimensions: 100_000, bagSize: 1000 })).toThrow("too many");
  });

  it("describes every option, with a default that it accepts", () => {
    const described = Object.fromEntries(
      optionList(SYNTHESISE_OPTIONS)
        .filter((o) => o.default !== null)
        .map((o) => [o.name, o.default]),
    );
    expect(synthesise(described as SynthesiseOptions).bags.toMatrix()).toEqual(synthesise().bags.toMatrix());
    for (const { help } of optionList(SYNTHESISE_OPTIONS)) expect(help).toMatch(/^[a-z].*[^.]$/);
  });
});
