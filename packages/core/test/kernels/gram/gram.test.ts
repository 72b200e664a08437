import { describe, expect, it } from "vitest";
import { gram, gramDiagonal } from "../../../src/kernels/gram/gram.js";
import type { Kernel } from "../../../src/kernels/kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { subsetRepresentation } from "../../../src/kernels/representation.js";
import { eigenSymmetric } from "../../../src/linalg/eigen.js";
import { bagSet, nested } from "../../bags/make.js";
import { difference, KERNELS, naiveGram, someBags } from "../make.js";

const title = (kernel: Kernel) => JSON.stringify(kernel).replaceAll('"', "");
const MINIMAX = KERNELS.filter((kernel) => kernel.type === "statistic" && kernel.statistic === "minimax");

describe.each(KERNELS.map((kernel) => [title(kernel), kernel] as const))("the kernel %s", (_, kernel) => {
  const bags = someBags();
  const others = someBags(9, 2);
  const a = represent(kernel, bags);
  const b = represent(kernel, others);
  const symmetric = gram(kernel, a);

  it("has the values of two plain loops", () => {
    expect(difference(symmetric, naiveGram(kernel, bags, bags).flat())).toBeLessThan(1e-13);
    expect(difference(gram(kernel, a, b), naiveGram(kernel, bags, others).flat())).toBeLessThan(1e-13);
  });

  it("is exactly symmetric, and equal to the matrix between the bags and themselves up to rounding", () => {
    const n = bags.size;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) expect(symmetric.data[i * n + j]).toBe(symmetric.data[j * n + i]);
    expect(difference(gram(kernel, a, a), symmetric.data)).toBeLessThan(1e-14);
  });

  it("has no negative eigenvalue beyond rounding", () => {
    const { values } = eigenSymmetric(symmetric);
    expect(Math.min(...values)).toBeGreaterThan(-1e-12 * values[0]);
  });

  it("knows its diagonal without the rest", () => {
    const diagonal = Float64Array.from({ length: bags.size }, (_, i) => symmetric.data[i * bags.size + i]);
    expect(difference({ rows: 1, cols: bags.size, data: gramDiagonal(kernel, a) }, diagonal)).toBeLessThan(1e-14);
    if (kernel.type === "normalised") expect([...diagonal]).toEqual(new Array(bags.size).fill(1));
  });

  it("gives one bag the same numbers alone as among others", () => {
    const alone = gram(kernel, subsetRepresentation(a, [7]), b);
    expect(alone.data).toEqual(gram(kernel, a, b).data.slice(7 * others.size, 8 * others.size));
  });

  it("does not depend on the order of the instances", () => {
    const reversed = bagSet(nested(bags).map((rows) => rows.toReversed()));
    expect(difference(gram(kernel, represent(kernel, reversed)), symmetric.data)).toBeLessThan(1e-13);
  });

  it("gives empty matrices for no bags", () => {
    const none = represent(kernel, bags.subset([]));
    expect(gram(kernel, none).rows).toBe(0);
    expect(gram(kernel, none, a)).toMatchObject({ rows: 0, cols: bags.size });
    expect(gramDiagonal(kernel, none)).toHaveLength(0);
  });
});

describe.each(MINIMAX.map((kernel) => [title(kernel), kernel] as const))("the minimax kernel %s", (_, kernel) => {
  it("does not change by a bit when an instance comes twice or the order changes", () => {
    const bags = someBags();
    const twice = bagSet(nested(bags).map((rows) => [...rows.toReversed(), rows[0]]));
    expect(gram(kernel, represent(kernel, twice)).data).toEqual(gram(kernel, represent(kernel, bags)).data);
  });
});

describe("a distance kernel", () => {
  const far = 1e6;
  it.each(["gaussian", "laplace"] as const)("keeps its digits far from the origin: %s", (type) => {
    const kernel: Kernel = { type: "statistic", statistic: "mean", kernel: { type, width: 1 } };
    const bags = bagSet([[[far, far]], [[far + 0.5, far]], [[far, far]]]);
    const { data } = gram(kernel, represent(kernel, bags));
    const near = type === "gaussian" ? Math.exp(-0.125) : Math.exp(-0.5);
    expect([...data]).toEqual([1, near, 1, near, 1, near, 1, near, 1]);
  });
});

describe("a bag without any similarity to itself", () => {
  it("is similar to nothing under cosine and under normalisation", () => {
    const bags = bagSet([[[0, 0]], [[3, 4]]]);
    const linear: Kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } };
    for (const kernel of [
      { ...linear, kernel: { type: "cosine" } },
      { type: "normalised", kernel: linear },
    ] as const) {
      const representation = represent(kernel, bags);
      expect([...gram(kernel, representation).data]).toEqual([0, 0, 0, 1]);
      expect([...gramDiagonal(kernel, representation)]).toEqual([0, 1]);
    }
  });
});

describe("a large set", () => {
  it("is compared in blocks without a seam", () => {
    const kernel: Kernel = { type: "set", kernel: { type: "gaussian", width: 3 } };
    const bags = someBags(400, 5);
    const whole = gram(kernel, represent(kernel, bags));
    const places = [0, 150, 399];
    const part = gram(kernel, represent(kernel, bags.subset(places)));
    const wanted = places.flatMap((i) => places.map((j) => whole.data[i * 400 + j]));
    expect([...part.data]).toEqual(wanted);
  });
});

it("says when a representation belongs to another kernel or to other features", () => {
  const kernel: Kernel = { type: "statistic", statistic: "mean", kernel: { type: "linear" } };
  const set: Kernel = { type: "set", kernel: { type: "linear" } };
  const bags = someBags(3);
  expect(() => gram(set, represent(kernel, bags))).toThrow(/the instances/);
  expect(() => gram(kernel, represent(set, bags))).toThrow(/the mean statistic/);
  expect(() => gram(kernel, represent(kernel, bags), represent(kernel, bagSet([[[1, 2]]])))).toThrow(/columns/);
});
