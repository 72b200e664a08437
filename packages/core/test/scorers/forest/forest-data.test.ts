import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { forestFrom, forestToData } from "../../../src/scorers/forest/forest-data.js";
import type { ForestScorer } from "../../../src/scorers/forest/forest-scorer.js";
import { randomForest } from "./make.js";

const link = { knots: Float64Array.of(0, 0.5, 1), values: Float64Array.of(-2, 0, 1) };

const centre = Float64Array.of(1, 2);

function scorerOf(seed: number): ForestScorer {
  const { forest } = randomForest(random(seed), 6, 1 + (seed % 5));
  return { kind: "forest", on: "bags", topShare: 0, base: forest, centre, link };
}

const machines: ForestScorer = {
  kind: "forest",
  on: "instances",
  topShare: 0.25,
  centre: Float64Array.of(3, 4),
  base: { type: "hyperplane", weights: Float64Array.of(1, -2), bias: 0.5 },
  link,
};

describe("a forest as data", () => {
  it("comes back with the same bits", () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const scorer = scorerOf(seed);
        const { header, tables } = forestToData(scorer);
        expect(forestFrom(header, tables, 2)).toEqual(scorer);
      }),
      { seed: 2 },
    );
    const { header, tables } = forestToData(machines);
    expect(forestFrom(header, tables, 2)).toEqual(machines);
  });

  it("stores two numbers per node", () => {
    const scorer = scorerOf(7);
    const [nodes] = forestToData(scorer).tables;
    if (scorer.base.type !== "trees") throw new Error("no trees");
    expect([nodes.rows, nodes.columns]).toEqual([scorer.base.feature.length, 2]);
  });

  it("is refused, or sound, whatever numbers are damaged", () => {
    const odd = [-1, 0, 1, 5, 6, -2, 0.5, 1e9, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY];
    fc.assert(
      fc.property(fc.nat(100), fc.nat(10_000), fc.constantFrom(...odd), fc.nat(3), (seed, place, value, cut) => {
        const { header, tables } = forestToData(scorerOf(seed));
        const [nodes, ...rest] = tables;
        const rows = Math.max(0, nodes.rows - cut);
        const data = nodes.data.slice(0, 2 * rows);
        data[place % Math.max(1, data.length)] = value;
        try {
          const { base } = forestFrom(header, [{ ...nodes, rows, data }, ...rest], 2);
          if (base.type !== "trees") throw new Error("no trees");
          const { feature, right, columns } = base;
          feature.forEach((column, node) => {
            expect(column).toBeLessThan(columns);
            if (column < 0) return;
            expect(right[node]).toBeGreaterThan(node + 1);
            expect(right[node]).toBeLessThan(feature.length);
          });
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it.each<[string, object]>([
    ["on", { on: "photos" }],
    ["topShare", { topShare: 2 }],
    ["base", { base: "stones" }],
  ])("is refused with another %s", (_, change) => {
    const { header, tables } = forestToData(machines);
    expect(() => forestFrom({ ...header, ...change }, tables, 2)).toThrow(InputError);
  });

  it("is refused with a link that falls, or weights for other features", () => {
    const falling = { ...machines, link: { ...link, values: link.values.toReversed() } };
    const data = forestToData(falling);
    expect(() => forestFrom(data.header, data.tables, 2)).toThrow(InputError);
    const { header, tables } = forestToData(machines);
    expect(() => forestFrom(header, tables, 3)).toThrow(InputError);
  });
});
