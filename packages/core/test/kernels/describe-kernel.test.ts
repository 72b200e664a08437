import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { checkKernel, checkKernelSpecification } from "../../src/kernels/check-kernel.js";
import { describeKernel } from "../../src/kernels/describe-kernel.js";
import { KERNEL_NAMES, parseKernel } from "../../src/kernels/parse-kernel.js";
import { resolveKernel } from "../../src/kernels/resolve-kernel.js";
import { bagSet } from "../bags/make.js";
import { CODEBOOK, KERNELS, someBags } from "./make.js";

const gaussian = (width: unknown) => ({ type: "set", kernel: { type: "gaussian", width } });

const affinity = (codebook: unknown) => ({ type: "affinity", codebook, kernel: { type: "linear" } });

describe("a kernel as data", () => {
  it.each(KERNELS)("passes the check unchanged, also through JSON: %o", (kernel) => {
    expect(checkKernel(JSON.parse(JSON.stringify(kernel)))).toEqual(kernel);
  });

  it("has defaults: degree 1, offset 1, the median width", () => {
    const polynomial = { type: "statistic", statistic: "mean", kernel: { type: "polynomial" } };
    expect(checkKernel(polynomial)).toMatchObject({ kernel: { degree: 1, offset: 1 } });
    expect(checkKernelSpecification(gaussian(undefined))).toEqual(gaussian("median"));
  });

  it.each<[unknown, RegExp]>([
    [null, /kernel is .*an object with a type/],
    [[], /kernel is/],
    [
      { type: "rbf" },
      /kernel\.type is "rbf".*statistic, set, graph, edge-graph, affinity, conformal, dissimilarity, normalised, sum/,
    ],
    [{ type: "statistic", statistic: "mode", kernel: { type: "linear" } }, /kernel\.statistic is "mode".*minimax/],
    [{ type: "set" }, /kernel\.kernel is missing/],
    [{ type: "set", kernel: { type: "sigmoid" } }, /kernel\.kernel\.type is "sigmoid".*laplace/],
    [{ type: "set", kernel: { type: "linear", width: 1 } }, /unknown parameter "width"/],
    [{ type: "set", kernel: { type: "polynomial", degree: 0 } }, /kernel\.kernel\.degree is 0/],
    [{ type: "set", kernel: { type: "polynomial", offset: -1 } }, /kernel\.kernel\.offset is -1/],
    [gaussian(0), /kernel\.kernel\.width is 0/],
    [gaussian("wide"), /width is "wide".*or "median"/],
    [gaussian("median"), /still "median"/],
    [{ type: "affinity", kernel: { type: "linear" } }, /a codebook, factors or references still "training"/],
    [affinity("test"), /kernel\.codebook is "test".*or "training"/],
    [affinity({ points: [], width: 1 }), /kernel\.codebook\.points is .*1 to 256/],
    [affinity({ points: Array.from({ length: 257 }, () => [1]), width: 1 }), /1 to 256/],
    [affinity({ points: [[1, 2], [1]], width: 1 }), /kernel\.codebook\.points\[1\]/],
    [affinity({ points: [[1], [Number.NaN]], width: 1 }), /kernel\.codebook\.points\[1\]/],
    [affinity({ points: [1], width: 1 }), /kernel\.codebook\.points\[0\]/],
    [affinity({ points: [[]], width: 1 }), /kernel\.codebook\.points\[0\]/],
    [affinity({ points: Array.from({ length: 2 }, () => new Array(2 ** 18).fill(0)), width: 1 }), /too many numbers/],
    [affinity({ points: [[1]], width: 0 }), /kernel\.codebook\.width is 0/],
    [affinity({ points: [[1]], width: 1, height: 1 }), /unknown parameter "height"/],
    [{ ...affinity(undefined), type: "conformal", factors: [1] }, /kernel\.factors is/],
    [
      { ...affinity({ points: [[1]], width: 1 }), type: "conformal" },
      /a codebook, factors or references still "training"/,
    ],
    [{ ...affinity({ points: [[1]], width: 1 }), type: "conformal", factors: [0] }, /kernel\.factors .*not all 0/],
    [{ ...affinity({ points: [[1]], width: 1 }), type: "conformal", factors: [-1] }, /kernel\.factors/],
    [{ ...affinity({ points: [[1]], width: 1 }), type: "conformal", factors: [1, 2] }, /kernel\.factors/],
    [{ type: "sum", kernels: [] }, /kernel\.kernels is/],
    [{ type: "sum", kernels: [gaussian(1), gaussian(-1)] }, /kernel\.kernels\[1\]\.kernel\.width is -1/],
    [{ type: "sum", kernels: [gaussian(1)], weights: [1, 2] }, /Give 1 numbers/],
    [{ type: "sum", kernels: [gaussian(1)], weights: [-1] }, /kernel\.weights\[0\] is -1/],
  ])("is refused with the part that is wrong: %j", (description, message) => {
    expect(() => checkKernel(description)).toThrow(InputError);
    expect(() => checkKernel(description)).toThrow(message);
  });

  it("is refused, not followed, when nested without end", () => {
    let kernel: object = gaussian(1);
    for (let i = 0; i < 50; i++) kernel = { type: "normalised", kernel };
    expect(() => checkKernel(kernel)).toThrow(/nested/);
  });
});

describe("a kernel's short name", () => {
  it.each(KERNEL_NAMES)("is understood: %s", (name) => {
    expect(checkKernelSpecification(parseKernel(name))).toEqual(parseKernel(name));
    expect(parseKernel(`normalised-${name}`)).toEqual({ type: "normalised", kernel: parseKernel(name) });
  });

  it("names the paper's kernel, of degree 1", () => {
    expect(parseKernel("minimax-polynomial")).toEqual({
      type: "statistic",
      statistic: "minimax",
      kernel: { type: "polynomial", degree: 1, offset: 1 },
    });
  });

  it("may have a degree or a width, and sums", () => {
    expect(parseKernel("minimax-polynomial:3")).toMatchObject({ kernel: { degree: 3 } });
    expect(parseKernel("min-max-mean-gaussian:0.5")).toMatchObject({
      statistic: "min-max-mean",
      kernel: { width: 0.5 },
    });
    expect(parseKernel("mean-linear + normalised-set-laplace")).toEqual({
      type: "sum",
      kernels: [parseKernel("mean-linear"), parseKernel("normalised-set-laplace")],
    });
  });

  it.each([
    "",
    "rbf",
    "minimax",
    "minimax-polynomial+",
    "minimax-gaussian:x",
    "mean-linear:2",
    "set-polynomial:median",
  ])("is refused when it is %j", (name) => {
    expect(() => parseKernel(name)).toThrow(InputError);
  });

  it("is answered with the choices when unknown", () => {
    expect(() => parseKernel("minmax-polynomial")).toThrow(
      /"minmax-polynomial".*minimax-polynomial: minimax, .*set, .*cosine/,
    );
  });
});

describe("a description in words", () => {
  it("is a sentence that tells kernels apart", () => {
    const sentences = KERNELS.map(describeKernel);
    expect(new Set(sentences).size).toBe(KERNELS.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(describeKernel(parseKernel("minimax-polynomial:2"))).toMatch(
      /^Polynomial kernel of degree 2 on the minimax/,
    );
    expect(describeKernel(parseKernel("set-gaussian"))).toMatch(/Gaussian .* median width/);
    expect(describeKernel(parseKernel("affinity-linear"))).toMatch(/exemplars of the training instances/);
    expect(describeKernel({ type: "affinity", codebook: CODEBOOK, kernel: { type: "linear" } })).toMatch(/3 exemplars/);
  });
});

describe("the median width", () => {
  it("is the median distance of the statistics, or of the instances for a set kernel", () => {
    const bags = bagSet([[[0], [0]], [[1]], [[3]]]);
    expect(resolveKernel(parseKernel("mean-gaussian"), bags)).toMatchObject({ kernel: { width: 2 } });
    expect(resolveKernel(parseKernel("set-gaussian"), bags)).toMatchObject({ kernel: { width: 1.5 } });
    expect(resolveKernel(parseKernel("normalised-minimax-laplace"), bags)).toMatchObject({
      kernel: { kernel: { width: 2 * Math.SQRT2 } },
    });
  });

  it("is that of the distances above 0 when most vectors coincide, and 1 when all do", () => {
    const mostly = bagSet([[[0]], [[0]], [[0]], [[0]], [[5]]]);
    expect(resolveKernel(parseKernel("mean-gaussian"), mostly)).toMatchObject({ kernel: { width: 5 } });
    expect(resolveKernel(parseKernel("mean-gaussian"), bagSet([[[7]], [[7]]]))).toMatchObject({ kernel: { width: 1 } });
    expect(resolveKernel(parseKernel("mean-gaussian"), bagSet([[[7]]]))).toMatchObject({ kernel: { width: 1 } });
  });

  it("is drawn with the seed among many, the same for the same seed", () => {
    const bags = someBags(1000, 4);
    const width = (seed: number) => resolveKernel(parseKernel("mean-gaussian"), bags, { seed });
    expect(width(1)).toEqual(width(1));
    expect(width(1)).not.toEqual(width(2));
  });

  it("leaves kernels alone that have a number, or none", () => {
    for (const kernel of KERNELS) expect(resolveKernel(kernel, someBags(3))).toBe(kernel);
  });
});
