import { describe, expect, it } from "vitest";
import { fromRows } from "../../../../bagwise/src/entries/linalg.js";
import { exp } from "../../../src/base/portable-math.js";
import { random } from "../../../src/base/random.js";
import { distanceBlocks } from "../../../src/kernels/gram/distance-blocks.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { programFolds } from "../../../src/learners/lsdd/folds.js";
import { heldOutScores } from "../../../src/learners/lsdd/held-out.js";
import { kernelSums, meanDifference } from "../../../src/learners/lsdd/kernel-sums.js";
import { instanceData } from "../../../src/learners/shared/instance-data.js";
import { trainingSet } from "../make.js";

const OPTIONS = { negatives: "refuse", scaling: "none", centres: 20, seed: 0 } as const;

describe("distanceBlocks", () => {
  it("gives the distances of the Gaussian kernel, to the last bit, in blocks that follow each other", () => {
    const generator = random(4);
    const rowsOf = (size: number) =>
      fromRows(Array.from({ length: size }, () => [generator.normal(), 100 + generator.normal()]));
    // So many centres that a block has the least number of rows.
    const [rows, centres] = [rowsOf(150), rowsOf(40_000)];
    let seen = 0;
    for (const { first, distances } of distanceBlocks(rows, centres)) {
      expect(first).toBe(seen);
      const block = fromRows(
        Array.from({ length: distances.rows }, (_, i) => rows.data.slice(2 * (first + i), 2 * (first + i + 1))),
      );
      const similar = instanceGram({ type: "gaussian", width: 1 }, block, centres);
      const wrong = similar.data.findIndex((value, at) => value !== exp(-0.5 * distances.data[at]));
      expect(wrong).toBe(-1);
      seen += distances.rows;
    }
    expect(seen).toBe(150);
  });

  it("keeps the distance of near-duplicates far from the origin", () => {
    const [{ distances }] = distanceBlocks(fromRows([[1000, 2000]]), fromRows([[1000 + 2 ** -20, 2000]]));
    expect(distances.data[0]).toBe(2 ** -40);
  });
});

describe("kernelSums", () => {
  it("adds up the kernel by fold and kind of bag, for every width", async () => {
    const data = await instanceData(trainingSet({ bags: 33 }), OPTIONS);
    const folds = programFolds(data.bags, { folds: 4, seed: 2 });
    const widths = [0.5, 3];
    const found = await kernelSums(data, folds, widths);
    widths.forEach((width, w) => {
      const kernel = instanceGram({ type: "gaussian", width }, data.rows, data.centres);
      const expected = Array.from({ length: 10 }, () => new Float64Array(20));
      const counts = new Uint32Array(10);
      for (let i = 0; i < data.bags.size; i++) {
        const group = 2 * ((folds?.of[i] ?? 0) + 1) + (i < data.positives ? 0 : 1);
        for (let row = data.offsets[i]; row < data.offsets[i + 1]; row++) {
          counts[group]++;
          for (let l = 0; l < 20; l++) expected[group][l] += kernel.data[row * 20 + l];
        }
      }
      expect(found[w]).toEqual({ sums: expected, rows: counts });
    });
  });

  it("has one fold, which is never held out, without folds", async () => {
    const data = await instanceData(trainingSet(), OPTIONS);
    const [{ sums, rows }] = await kernelSums(data, undefined, [1]);
    expect([...rows]).toEqual([data.positiveRows, data.rows.rows - data.positiveRows]);
    expect(sums.length).toBe(2);
  });
});

describe("kernelSums of a narrow kernel", () => {
  /** So narrow that hardly any pair is within reach, though some are. */
  const WIDTHS = [0.05, 0.03];

  it("are the same from close pairs alone", async () => {
    const data = await instanceData(trainingSet({ bags: 33 }), { ...OPTIONS, centres: 1000 });
    const found = await kernelSums(data, undefined, WIDTHS);
    WIDTHS.forEach((width, w) => {
      const { data: values, cols } = instanceGram({ type: "gaussian", width }, data.rows);
      const expected = [new Float64Array(cols), new Float64Array(cols)];
      for (let row = 0; row < data.rows.rows; row++)
        for (let l = 0; l < cols; l++) expected[row < data.positiveRows ? 0 : 1][l] += values[row * cols + l];
      expect(found[w].sums).toEqual(expected);
      expect(expected.some((sums) => sums.some((sum) => sum > 0 && sum !== 1))).toBe(true);
    });
  });

  it("hear a signal that is raised while they are computed", async () => {
    const data = await instanceData(trainingSet({ bags: 33 }), { ...OPTIONS, centres: 1000 });
    const controller = new AbortController();
    const found = kernelSums(data, undefined, WIDTHS, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(found).rejects.toThrow("enough");
  });
});

describe("meanDifference", () => {
  it("is the mean over rows of positive bags minus that over rows of unlabeled bags, in the chosen folds", () => {
    const sums = [
      [1, 10],
      [20, 200],
      [2, 20],
      [8, 80],
    ].map((values) => Float64Array.from(values));
    const all = { sums, rows: Uint32Array.of(1, 2, 1, 1) };
    expect([...meanDifference(all, () => true)]).toEqual([1.5 - 28 / 3, 15 - 280 / 3]);
    expect([...meanDifference(all, (fold) => fold === -1)]).toEqual([1 - 10, 10 - 100]);
    expect([...meanDifference(all, (fold) => fold === 0)]).toEqual([2 - 8, 20 - 80]);
  });

  it("keeps tiny values beside those of folds that are left out", () => {
    const sums = [1, 0, 1e-40, 0].map((value) => Float64Array.of(value));
    expect([...meanDifference({ sums, rows: Uint32Array.of(1, 1, 1, 1) }, (fold) => fold === 0)]).toEqual([1e-40]);
  });
});

describe("heldOutScores", () => {
  it("gives each bag of a fold the highest score of its instances", async () => {
    const data = await instanceData(trainingSet(), OPTIONS);
    const folds = { of: Int32Array.from({ length: data.bags.size }, (_, i) => (i % 3) - 1), folds: 2 };
    const generator = random(9);
    const theta = () => Float64Array.from({ length: 20 }, () => generator.normal());
    const models = [1, 1, 4].map((width) => ({ width, thetas: new Map([[1, theta()]]) }));
    const found = await heldOutScores(data, folds, models);
    models.forEach(({ width, thetas }, m) => {
      const kernel = instanceGram({ type: "gaussian", width }, data.rows, data.centres);
      const scores = Array.from({ length: data.bags.size }, (_, i) => {
        const rows = Array.from({ length: data.bags.sizeOf(i) }, (_, j) => data.offsets[i] + j);
        const own = thetas.get(1) ?? theta();
        return Math.max(
          ...rows.map((row) => own.reduce((sum, value, l) => sum + value * kernel.data[row * 20 + l], 0)),
        );
      });
      for (let i = 2; i < scores.length; i += 3) expect(found[m][i]).toBeCloseTo(scores[i], 12);
    });
  });
});
