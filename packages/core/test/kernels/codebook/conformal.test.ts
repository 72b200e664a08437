import { describe, expect, it } from "vitest";
import type { Codebook } from "../../../src/kernels/codebook/codebook.js";
import { conformalFactors, rarities } from "../../../src/kernels/codebook/conformal.js";
import { parseKernel } from "../../../src/kernels/parse-kernel.js";
import { instancesOf } from "../../../src/kernels/representation.js";
import { resolveKernel } from "../../../src/kernels/resolve-kernel.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { bagSet, nested } from "../../bags/make.js";
import { CODEBOOK, FACTORS, instanceValue, someBags } from "../make.js";

describe("the factor of an instance", () => {
  it("is the sum of the bumps times their factors, also over many blocks", () => {
    const rows = Array.from({ length: 9000 }, (_, i) => [Math.sin(i), Math.cos(3 * i), (i % 7) - 3, 1]);
    const found = conformalFactors(CODEBOOK, FACTORS, fromRows(rows));
    for (const i of [0, 1, 4000, 8999]) {
      const bump = (m: number) =>
        instanceValue({ type: "gaussian", width: CODEBOOK.width }, rows[i], [...CODEBOOK.points[m]]);
      expect(found[i]).toBeCloseTo(0.5 * bump(0) + 2 * bump(2), 12);
    }
  });
});

describe("rarities", () => {
  const codebook: Codebook = { points: [[0], [100], [200], [300]], width: 1 };

  it("are larger the fewer bags are near a point", () => {
    const bags = bagSet([[[0], [100]], [[0], [200], [200]], [[0]], [[0], [200]]]);
    const found = rarities(codebook, instancesOf(bags));
    for (const [m, near] of [4, 1, 2, 1].entries()) expect(found[m]).toBeCloseTo(Math.log(1 + 4 / near), 12);
  });

  it("are learned without labels and whatever the order of the bags", () => {
    const bags = someBags(40, 3);
    const rows = nested(bags).toReversed();
    const mixed = bagSet(rows, { labels: rows.map((_, i) => (i % 2 === 0 ? "positive" : "unlabeled")) });
    const kernel = resolveKernel(parseKernel("conformal-gaussian:2"), bags);
    const other = resolveKernel(parseKernel("conformal-gaussian:2"), mixed);
    if (kernel.type !== "conformal" || other.type !== "conformal") throw new Error("not conformal");
    expect(other.codebook).toEqual(kernel.codebook);
    expect(kernel.factors.length).toBe(kernel.codebook.points.length);
    for (const [m, factor] of kernel.factors.entries()) expect(other.factors[m]).toBeCloseTo(factor, 12);
    expect(Math.min(...kernel.factors)).toBeGreaterThan(0);
    expect(new Set(kernel.factors).size).toBeGreaterThan(1);
  });

  it("keep factors and codebooks that are given", () => {
    const given = {
      type: "conformal",
      codebook: CODEBOOK,
      factors: FACTORS,
      kernel: { type: "gaussian", width: "median" },
    } as const;
    const kernel = resolveKernel(given, someBags(9));
    expect(kernel).toMatchObject({ codebook: CODEBOOK, factors: FACTORS, kernel: { width: expect.any(Number) } });
    const open = resolveKernel({ ...given, factors: "training" }, someBags(9));
    expect(open).toMatchObject({ codebook: CODEBOOK });
  });
});
