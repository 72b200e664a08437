import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Solution } from "@bagwise/core/solver";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { train } from "../../../../scripts/fuzz/train/command.mjs";
import { loadProduct, type Product } from "../../../../scripts/fuzz/train/product.mjs";
import { compared, KINDS, problemOf } from "../../../../scripts/fuzz/train/run.mjs";
import type { GrownTrees } from "../../../core/src/learners/bagging/grow-forest.js";
import type { Ratio } from "../../../core/src/solver/ratio.js";

const SEED = 20;
/** How many problems of each kind; those of mixtures take longest. */
const PROBLEMS = { ratio: 68, "pu-skc": 40, mixture: 10, forest: 50, stopping: 30, auto: 2 };

const folder = mkdtempSync(join(tmpdir(), "bagwise-train-"));
afterAll(() => rmSync(folder, { recursive: true }));

let product: Product;
beforeAll(async () => {
  product = await loadProduct();
});

describe("the product and a plain program written from the mathematics agree, or the difference is explained", () => {
  it("on 200 problems of all kinds", () => {
    expect(Object.keys(PROBLEMS)).toEqual(Object.keys(KINDS));
    expect(Object.values(PROBLEMS).reduce((a, b) => a + b)).toBe(200);
  });

  for (const [kind, count] of Object.entries(PROBLEMS)) {
    it(kind, async () => {
      let numbers = 0;
      for (let number = 0; number < count; number++) {
        const found = await compared(problemOf(SEED, number, kind), product);
        expect({ number, wrong: found.wrong }).toEqual({ number, wrong: [] });
        numbers += found.compared;
      }
      expect(numbers).toBeGreaterThan(5 * count);
    });
  }
});

/** Changes one number of a result by a millionth. */
function off(values: Float64Array): Float64Array {
  return values.map((value, k) => (k === 0 ? value + 1e-6 : value));
}

/** A product with one fault for each kind. */
function broken(): Record<string, Product> {
  const { auto, solveRatio, fitRatios, averaged, solve, scoreMixture, growTrees, judgeStopping } = product;
  const call = <T>(f: (...given: readonly never[]) => unknown, given: readonly unknown[]) =>
    f(...(given as never[])) as T;
  const ratio = (found: Ratio): Ratio => ({ ...found, alpha: off(found.alpha) });
  return {
    auto: {
      ...product,
      auto: (options: { seed: number }) => call(auto, [{ ...options, seed: options.seed + 1 }]),
    },
    ratio: {
      ...product,
      averaged: (...given) => ({ ...call<object>(averaged, given), weights: [] }),
      solveRatio: (...given) => ratio(call(solveRatio, given)),
      fitRatios: (...given) =>
        call<{ ratio: Ratio }[]>(fitRatios, given).map((fit) => ({ ...fit, ratio: ratio(fit.ratio) })),
    },
    "pu-skc": {
      ...product,
      solve: (...given) => {
        const found = call<Solution>(solve, given);
        return { ...found, dualObjective: found.primalObjective + 1e-9 };
      },
    },
    mixture: {
      ...product,
      scoreMixture: (...given) => {
        const found = call<{ link(belief: unknown): { values: Float64Array } }>(scoreMixture, given);
        const link = (belief: unknown) => {
          const own = found.link(belief);
          return { ...own, values: off(own.values) };
        };
        return { ...found, link };
      },
    },
    forest: {
      ...product,
      growTrees: (...given) => {
        const found = call<GrownTrees>(growTrees, given);
        return { ...found, sums: off(found.sums) };
      },
    },
    stopping: {
      ...product,
      judgeStopping: (...given) => {
        const found = call<{ chance: number; needed: number; stop: boolean }>(judgeStopping, given);
        return { ...found, needed: found.needed + 1, stop: true };
      },
    },
  };
}

describe("the attack on training", () => {
  it("finds a fault in the product, and a problem that is not the same, of every kind", async () => {
    expect(Object.keys(broken()).sort()).toEqual(Object.keys(KINDS).sort());
    for (const [kind, wrong] of Object.entries(broken())) {
      let [faults, others] = [0, 0];
      const problems = kind === "auto" ? 1 : 6;
      for (let number = 0; number < problems; number++) {
        const found = problemOf(SEED, number, kind);
        if ((await compared(found, wrong)).wrong.length > 0) faults++;
        const seen = KINDS[kind].nudged(found.problem);
        if ((await compared(found, product, seen)).wrong.length > 0) others++;
      }
      expect({ kind, found: 4 * faults > problems }).toEqual({ kind, found: true });
      expect({ kind, others: 10 * others >= problems }).toEqual({ kind, others: true });
    }
  });

  it("stores a problem that differs, which can be repeated, and ends with 1 only if something differs", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    const { forest: wrong } = broken();
    expect(await train(["5", "1"], { folder })).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(await train(["3", "1", "forest"], { product: wrong, folder })).toBe(1);
    const [stored] = readdirSync(folder);
    expect(await train([join(folder, stored)], { product: wrong })).toBe(1);
    expect(await train([join(folder, stored)])).toBe(0);
    expect(await train(["none"])).toBe(2);
  });
});
