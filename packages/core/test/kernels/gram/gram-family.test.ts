import { describe, expect, it } from "vitest";
import { hasDegree, withDegree } from "../../../src/kernels/degree.js";
import { gram } from "../../../src/kernels/gram/gram.js";
import { gramFamily } from "../../../src/kernels/gram/gram-family.js";
import type { Kernel } from "../../../src/kernels/kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { KERNELS, someBags } from "../make.js";

const title = (kernel: Kernel) => JSON.stringify(kernel).replaceAll('"', "");

describe.each(KERNELS.map((kernel) => [title(kernel), kernel] as const))("the family of %s", (_, kernel) => {
  const a = represent(kernel, someBags());
  const b = represent(kernel, someBags(5, 3));

  it("has for every degree the bits of the kernel with that degree", () => {
    for (const other of [undefined, b]) {
      const family = gramFamily(kernel, a, other);
      for (const degree of [3, 1, 2, 5]) {
        expect(family.degree(degree).data).toEqual(gram(withDegree(kernel, degree), a, other).data);
      }
    }
  });

  it("computes each matrix once, and a single one where there is no degree", () => {
    const family = gramFamily(kernel, a);
    expect(family.degree(2)).toBe(family.degree(2));
    expect(family.hasDegree).toBe(hasDegree(kernel));
    expect(family.degree(2) === family.degree(3)).toBe(!hasDegree(kernel));
  });
});

describe("a degree", () => {
  const kernel: Kernel = {
    type: "statistic",
    statistic: "minimax",
    kernel: { type: "polynomial", degree: 1, offset: 1 },
  };

  it("is refused unless it is a whole number from 1 to 100", () => {
    const family = gramFamily(kernel, represent(kernel, someBags(3)));
    for (const degree of [0, -1, 1.5, Number.NaN, 101]) {
      expect(() => family.degree(degree)).toThrow(/degree .* 1 to 100/);
      expect(() => withDegree(kernel, degree)).toThrow(/degree/);
    }
  });

  it("is an exact power of whole numbers", () => {
    const { data } = gramFamily(kernel, {
      bags: 2,
      statistics: { minimax: { rows: 2, cols: 1, data: Float64Array.of(2, 3) } },
    }).degree(4);
    expect([...data]).toEqual([5 ** 4, 7 ** 4, 7 ** 4, 10 ** 4]);
  });
});
