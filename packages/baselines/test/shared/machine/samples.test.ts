import { random } from "@bagwise/core/base";
import { instanceGram } from "@bagwise/core/kernels";
import { matrix } from "@bagwise/core/linalg";
import { solveMachine } from "@bagwise/core/solver";
import { describe, expect, it } from "vitest";
import { fitSamples, kernelOfSamples } from "../../../src/shared/machine/samples.js";

describe("samples that are means of rows", () => {
  const generator = random(3);
  const rows = matrix(7, 3, Float64Array.from({ length: 21 }, generator.normal));
  const gram = instanceGram({ type: "linear" }, rows);
  const samples = [[0, 1, 2], [3], [4, 5], [6], [3]].map((each) => Uint32Array.from(each));
  const means = matrix(
    samples.length,
    3,
    Float64Array.from(
      samples.flatMap((each) =>
        [0, 1, 2].map((j) => each.reduce((sum, row) => sum + rows.data[3 * row + j], 0) / each.length),
      ),
    ),
  );

  it("have the kernel of the means, exactly symmetric", () => {
    const found = kernelOfSamples(gram, samples);
    const wanted = instanceGram({ type: "linear" }, means);
    found.data.forEach((value, k) => {
      expect(value).toBeCloseTo(wanted.data[k], 12);
      expect(value).toBe(found.data[(k % 5) * 5 + Math.floor(k / 5)]);
    });
  });

  it("have the same kernel, to the last bit, if it is made from a known one of other samples", () => {
    const before = [[0, 1], [3], [4, 5], [2], [1]].map((each) => Uint32Array.from(each));
    const known = { rows: before, kernel: kernelOfSamples(gram, before) };
    expect(kernelOfSamples(gram, samples, known)).toEqual(kernelOfSamples(gram, samples));
  });

  it("are fitted with the same bits in memory that another kernel matrix was fitted in", () => {
    const labels = { signs: Int8Array.of(1, -1, 1, -1, -1), costs: new Float64Array(5).fill(2) };
    const fresh = fitSamples(matrix(7, 7, gram.data.slice()), { rows: samples, ...labels });
    const room = new Float64Array(60);
    const some = matrix(6, 6, room.subarray(0, 36).fill(0.5));
    for (let i = 0; i < 6; i++) some.data[7 * i] = 1;
    const few = [[0, 1], [3], [4, 5], [2]].map((each) => Uint32Array.from(each));
    fitSamples(some, { rows: few, signs: Int8Array.of(1, -1, 1, -1), costs: new Float64Array(4).fill(1) });
    room.set(gram.data);
    const again = matrix(7, 7, room.subarray(0, 49));
    for (const rows of [samples, samples.toReversed(), samples]) fitSamples(again, { rows, ...labels });
    const found = fitSamples(again, { rows: samples, ...labels });
    expect([found.own, found.values]).toEqual([fresh.own, fresh.values]);
  });

  it("keep the problem of a fit whatever is fitted afterwards", () => {
    const others = [[0, 1], [3], [4, 5], [2], [1]].map((each) => Uint32Array.from(each));
    const labels = { signs: Int8Array.of(1, -1, 1, -1, -1), costs: new Float64Array(5).fill(2) };
    const first = fitSamples(gram, { rows: samples, ...labels });
    const second = fitSamples(gram, { rows: others, ...labels }, { before: first });
    expect(first.problem.gram).toEqual(kernelOfSamples(gram, samples));
    expect(second.problem.gram).toEqual(kernelOfSamples(gram, others));
    // And the same samples are fitted with the same bits again.
    expect(fitSamples(gram, { rows: samples, ...labels }).own).toEqual(first.own);
  });

  it("give the machine that training on the means themselves gives", () => {
    const signs = Int8Array.of(1, -1, 1, -1, -1);
    const costs = Float64Array.of(1, 2, 1, 0.5, 3);
    const fit = fitSamples(gram, { rows: samples, signs, costs });
    const direct = solveMachine({ gram: instanceGram({ type: "linear" }, means), signs, costs });
    expect(fit.certificate.status).toBe("solved");
    expect(fit.certificate.primalObjective).toBeCloseTo(direct.primalObjective, 9);
    // w = sum over rows of alpha x = sum over samples of alpha mean.
    for (let j = 0; j < 3; j++) {
      const byRows = fit.alpha.reduce((sum, weight, row) => sum + weight * rows.data[3 * row + j], 0);
      const byMeans = direct.alpha.reduce((sum, weight, i) => sum + weight * means.data[3 * i + j], 0);
      expect(byRows).toBeCloseTo(byMeans, 6);
    }
  });
});
