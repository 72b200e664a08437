import { describe, expect, it } from "vitest";
import { matrix } from "../../../../bagwise/src/entries/linalg.js";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { closeDistances, gaussianOf, gaussianReach } from "../../../src/kernels/gram/sparse-gaussian.js";
import { checkBlockSizes, type DsddProblem, dsddProblem, fitDsdd } from "../../../src/learners/dsdd/fit.js";
import { kernelBlocks } from "../../../src/learners/dsdd/kernel-blocks.js";
import { solveRamp } from "../../../src/learners/dsdd/ramp-problem.js";

const ALL = (length: number) => Uint32Array.from({ length }, (_, i) => i);
const OPTIONS = { steps: 20, start: "hinge" } as const;

/** Clusters of points far from each other. */
function clustered(seed: number, clusters: number, size: number) {
  const generator = random(seed);
  const points = matrix(
    clusters * size,
    1,
    Float64Array.from({ length: clusters * size }, (_, i) => 100 * (i % clusters) + generator.normal()),
  );
  const kernel = gaussianOf(closeDistances(points, undefined, gaussianReach(1)), 1);
  const problem: DsddProblem = {
    kernel,
    rows: ALL(points.rows),
    columns: ALL(points.rows),
    positiveRows: Math.floor(points.rows / 3),
    lambda: 0.01,
  };
  return { points, problem };
}

describe("blocks of a kernel", () => {
  it("are its connected parts, small ones put together, and cover every sample and centre once", () => {
    const { problem } = clustered(1, 4, 60);
    const blocks = kernelBlocks(problem.kernel, problem);
    expect(blocks.length).toBe(4);
    expect(blocks.flatMap(({ rows }) => [...rows]).sort((a, b) => a - b)).toEqual([...problem.rows]);
    for (const { rows, columns } of blocks) {
      expect(rows).toEqual(columns);
      expect(new Set([...rows].map((row) => row % 4)).size).toBe(1);
    }
    expect(kernelBlocks(clustered(1, 30, 3).problem.kernel, { rows: ALL(90), columns: ALL(90) }).length).toBe(1);
  });

  it("leave out samples that no centre is near, and centres that no sample is near", () => {
    const { problem } = clustered(2, 3, 50);
    const rows = problem.rows.filter((row) => row % 3 !== 0);
    const columns = problem.columns.filter((column) => column % 3 !== 1);
    const blocks = kernelBlocks(problem.kernel, { rows, columns });
    expect(blocks.flatMap((block) => [...block.rows]).every((row) => row % 3 === 2)).toBe(true);
    expect(blocks.flatMap((block) => [...block.columns]).every((column) => column % 3 === 2)).toBe(true);
  });
});

describe("fitting DSDD", () => {
  it("gives block by block what it gives as a whole", async () => {
    const { points, problem } = clustered(3, 4, 40);
    const n = points.rows;
    const signs = Int8Array.from({ length: n }, (_, i) => (i < problem.positiveRows ? 1 : -1));
    const weights = Float64Array.from(
      signs,
      (sign) => 1 / (sign > 0 ? problem.positiveRows : n - problem.positiveRows),
    );
    const kernel = instanceGram({ type: "gaussian", width: 1 }, points);
    const whole = solveRamp({ kernel, signs, weights, lambda: 0.01 }, OPTIONS);
    const parts = await fitDsdd(problem, OPTIONS);
    expect(kernelBlocks(problem.kernel, problem).length).toBeGreaterThan(1);
    expect(parts.certificate.status).toBe("solved");
    expect(parts.certificate.primalObjective).toBeCloseTo(whole.last.primalObjective, 8);
    parts.alpha.forEach((value, j) => {
      expect(value).toBeCloseTo(whole.alpha[j], 5);
    });
  });

  it("gives an instance far from all others its closed form: the loss pulls with its weight until z is 1 or -1", async () => {
    // Kernel 1 with itself and 0 with others: min lambda a^2 / 2 + w ramp(sign a), so a = sign *
    // min(1, w / lambda).
    const points = matrix(5, 1, Float64Array.of(0, 100, 200, 300, 400));
    const kernel = gaussianOf(closeDistances(points, undefined, gaussianReach(1)), 1);
    const problem = { kernel, rows: ALL(5), columns: ALL(5), positiveRows: 1, lambda: 0.5 };
    const { alpha, settled } = await fitDsdd(problem, OPTIONS);
    expect(settled).toBe(true);
    expect([...alpha].map((value) => Number(value.toFixed(8)))).toEqual([1, -0.5, -0.5, -0.5, -0.5]);
  });

  it("hears a signal, also one that is raised between blocks, and tells how far it is", async () => {
    const { problem } = clustered(5, 4, 60);
    const seen: number[] = [];
    await fitDsdd(problem, { ...OPTIONS, onBlock: (done, total) => seen.push(done / total) });
    expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
    const raised = AbortSignal.abort(new Error("enough"));
    await expect(fitDsdd(problem, { ...OPTIONS, signal: raised })).rejects.toThrow("enough");
    const controller = new AbortController();
    const done: number[] = [];
    const onBlock = (block: number) => {
      done.push(block);
      if (block === 2) controller.abort(new Error("now"));
    };
    await expect(fitDsdd(problem, { ...OPTIONS, signal: controller.signal, onBlock })).rejects.toThrow("now");
    expect(done).toEqual([1, 2]);
  });
});

describe("dsddProblem", () => {
  it("has the instances of the bags, and the centres that are among them", () => {
    const { kernel } = clustered(1, 2, 3).problem;
    const data = {
      offsets: Uint32Array.of(0, 2, 3, 6),
      centreRows: Uint32Array.of(1, 2, 5),
      positiveRows: 2,
    };
    const problem = dsddProblem(data, kernel, Uint32Array.of(0, 2), 0.5);
    expect([...problem.rows]).toEqual([0, 1, 3, 4, 5]);
    expect([...problem.columns]).toEqual([0, 2]);
    expect(problem).toMatchObject({ positiveRows: 2, lambda: 0.5 });
  });
});

/**
 * A chain in which each row has a value in its own column and in the next one, around in a circle:
 * one block, with few values.
 */
function chain(rows: number, columns: number): DsddProblem {
  const entries = Array.from({ length: rows }, (_, i) => [i % columns, (i + 1) % columns].sort((a, b) => a - b));
  const kernel = {
    rows,
    cols: columns,
    offsets: Uint32Array.from({ length: rows + 1 }, (_, i) => 2 * i),
    indices: Uint32Array.from(entries.flat()),
    values: new Float64Array(2 * rows).fill(0.5),
  };
  return { kernel, rows: ALL(rows), columns: ALL(columns), positiveRows: 1, lambda: 1 };
}

describe("checkBlockSizes", () => {
  it.each([
    ["to factorise", 5001, 5001, /^5,001 instances and 5,001 kernel centres /],
    ["for the memory", 50_001, 4000, /^50,001 instances and 4,000 kernel centres .* 1,601 MB/],
  ])("refuses a block too large %s, and names what to change", (_, rows, columns, message) => {
    const problem = chain(rows, columns);
    expect(() => checkBlockSizes(problem)).toThrow(InputError);
    expect(() => checkBlockSizes(problem)).toThrow(message);
    expect(remedyOf(() => checkBlockSizes(problem))).toMatch(/the option centres to 1000/);
  });

  it("accepts blocks up to there, however many", () => {
    for (const [rows, columns] of [
      [5000, 5000],
      [50_000, 4000],
    ])
      expect(() => checkBlockSizes(chain(rows, columns))).not.toThrow();
    const size = 6000;
    const single = gaussianOf(closeDistances(matrix(size, 1, Float64Array.from(ALL(size))), undefined, 0), 1);
    const apart = { kernel: single, rows: ALL(size), columns: ALL(size), positiveRows: 1, lambda: 1 };
    expect(() => checkBlockSizes(apart)).not.toThrow();
  });
});

function remedyOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.remedy;
  }
  return "nothing was thrown";
}
