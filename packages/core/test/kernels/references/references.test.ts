import { svm } from "@bagwise/baselines";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { checkKernel } from "../../../src/kernels/check-kernel.js";
import { describeKernel } from "../../../src/kernels/describe-kernel.js";
import { gram } from "../../../src/kernels/gram/gram.js";
import { parseKernel } from "../../../src/kernels/parse-kernel.js";
import {
  dissimilarities,
  MOST_REFERENCE_NUMBERS,
  MOST_REFERENCES,
  referencesKey,
} from "../../../src/kernels/references/dissimilarities.js";
import { fitReferences } from "../../../src/kernels/references/fit-references.js";
import { represent } from "../../../src/kernels/represent.js";
import { resolveKernel } from "../../../src/kernels/resolve-kernel.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { bagSet, nested } from "../../bags/make.js";
import { naiveDissimilarities, REFERENCES, shuffled, someBags } from "../make.js";

describe("reference bags", () => {
  it("are all bags and all of their instances, to four digits, if these are few", () => {
    const bags = someBags(40, 4);
    const { points, sizes } = fitReferences(bags);
    const given = nested(bags).flat();
    expect(sizes).toHaveLength(40);
    expect(points).toHaveLength(given.length);
    const texts = (rows: readonly (readonly number[])[]) =>
      rows.map((row) => row.map((value) => `${Number(value.toPrecision(4)) + 0}`).join()).sort();
    expect(texts(points)).toEqual(texts(given));
  });

  it("are the same whatever the order of bags and instances, and do not read labels", () => {
    const bags = someBags(400, 4);
    const references = fitReferences(bags, { seed: 3 });
    expect(references.sizes).toHaveLength(MOST_REFERENCES);
    expect(fitReferences(shuffled(bags), { seed: 3 })).toEqual(references);
    const rows = nested(bags);
    const positive = bagSet(rows, { labels: rows.map(() => "positive" as const) });
    expect(fitReferences(positive, { seed: 3 })).toEqual(references);
  });

  it("have as many instances of large bags as fit, drawn with the seed, and one of every bag at least", () => {
    const generator = random(5);
    const row = () => Array.from({ length: 1000 }, () => generator.normal());
    const bags = bagSet([[row()], Array.from({ length: 300 }, row), Array.from({ length: 20 }, row)]);
    const { points, sizes } = fitReferences(bags, { seed: 1 });
    expect(points.length * 1000).toBeLessThanOrEqual(MOST_REFERENCE_NUMBERS);
    expect(sizes.slice().sort((a, b) => a - b)).toEqual([1, 20, 110]);
    expect(fitReferences(bags, { seed: 2 }).points).not.toEqual(points);
    const wide = bagSet([
      [Array.from({ length: 2 ** 17 + 1 }, () => 1)],
      [Array.from({ length: 2 ** 17 + 1 }, () => 2)],
    ]);
    expect(fitReferences(wide).sizes).toEqual([1]);
  });

  it("count equal bags once", () => {
    const rows = nested(someBags(10, 4));
    expect(fitReferences(bagSet([...rows, ...rows]))).toEqual(fitReferences(bagSet(rows)));
  });
});

describe("dissimilarities", () => {
  it("are mean distances to the nearest instance of each reference, also over many blocks", () => {
    const rows = nested(someBags(30, 6));
    const large = Array.from({ length: 3000 }, (_, i) => [Math.sin(i), Math.cos(3 * i), (i % 7) - 3, 1]);
    const all = [...rows, large, rows[0]];
    const offsets = Uint32Array.from([0, ...all.map((_, i) => all.slice(0, i + 1).flat().length)]);
    const found = dissimilarities(REFERENCES, { rows: fromRows(all.flat()), offsets });
    expect([found.rows, found.cols]).toEqual([all.length, 2]);
    for (const [i, bag] of all.entries())
      for (const [r, value] of naiveDissimilarities(REFERENCES, bag).entries())
        expect(found.data[i * 2 + r]).toBeCloseTo(value, 11);
  });

  it("refuse bags with other features than the references", () => {
    expect(() => dissimilarities(REFERENCES, { rows: fromRows([[1, 2]]), offsets: Uint32Array.of(0, 1) })).toThrow(
      /reference bags.*4 features.*2/,
    );
  });
});

describe("a kernel of dissimilarities", () => {
  const bags = someBags(30, 8);

  it("takes the training bags as references, and the median width", () => {
    const kernel = resolveKernel(parseKernel("dissimilarity-gaussian"), bags);
    expect(kernel).toMatchObject({ type: "dissimilarity", references: fitReferences(bags) });
    expect(checkKernel(JSON.parse(JSON.stringify(kernel)))).toEqual(kernel);
    expect(describeKernel(kernel)).toMatch(/mean distances of the instances from 30 training bags\.$/);
    const { data } = gram(kernel, represent(kernel, bags));
    expect(data.every((value) => value > 0 && value <= 1)).toBe(true);
  });

  it("refuses references whose sizes do not fit, by name", () => {
    const kernel = { type: "gaussian", width: 1 };
    const wrong = { type: "dissimilarity", references: { points: REFERENCES.points, sizes: [2, 2] }, kernel };
    expect(() => checkKernel(wrong)).toThrow(/kernel\.references\.sizes/);
    expect(() => checkKernel({ type: "dissimilarity", references: "training", kernel })).toThrow(/training/);
  });

  it("has another name of its vectors for other references", () => {
    expect(referencesKey(REFERENCES)).toMatch(/^[0-9a-f]{8}$/);
    expect(referencesKey({ ...REFERENCES, sizes: [1, 2] })).not.toBe(referencesKey(REFERENCES));
  });

  it.each([
    ["pu-skc", puSkc({ kernel: "normalised-dissimilarity-gaussian", prior: 0.4, lambda: 0.1 })],
    ["svm", svm({ kernel: "dissimilarity-laplace" })],
  ])("is kept by the model file of %s, with the same scores", async (_, learner) => {
    const rows = nested(bags);
    const labelled = bagSet(rows, { labels: rows.map((_, i) => (i < 10 ? ("positive" as const) : "unlabeled")) });
    const model = await learner.fit(labelled);
    const again = decodeModel(encodeModel(model), { name: "x.model" });
    expect(again.scores(bags)).toEqual(model.scores(bags));
  });
});
