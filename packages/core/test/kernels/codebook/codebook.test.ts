import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { affinities, codebookKey } from "../../../src/kernels/codebook/codebook.js";
import { fitCodebook } from "../../../src/kernels/codebook/fit-codebook.js";
import { parseKernel } from "../../../src/kernels/parse-kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { resolveKernel } from "../../../src/kernels/resolve-kernel.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";
import { bagSet, nested } from "../../bags/make.js";
import { CODEBOOK, naiveAffinities, shuffled, someBags } from "../make.js";

describe("a codebook of bags", () => {
  it("has instances of the bags as points, the same whatever the order of bags and instances", () => {
    const bags = someBags(60, 4);
    const codebook = fitCodebook(bags, { seed: 3 });
    const known = new Set(
      nested(bags)
        .flat()
        .map((row) => JSON.stringify(row)),
    );
    expect(codebook.points.length).toBeGreaterThan(2);
    expect(codebook.points.length).toBeLessThan(known.size / 2);
    for (const point of codebook.points) expect(known).toContain(JSON.stringify(point));
    expect(fitCodebook(shuffled(bags), { seed: 3 })).toEqual(codebook);
  });

  it("counts equal instances once, and does not read labels", () => {
    const bags = someBags(30, 4);
    const rows = nested(bags);
    expect(fitCodebook(bagSet([...rows, ...rows, [rows[0][0], rows[0][0]]]))).toEqual(fitCodebook(bags));
    const positive = bagSet(rows, { labels: rows.map(() => "positive" as const) });
    expect(fitCodebook(positive)).toEqual(fitCodebook(bags));
  });

  it("is drawn with the seed from many instances", () => {
    const generator = random(5);
    const many = bagSet(
      Array.from({ length: 400 }, () => Array.from({ length: 4 }, () => [generator.normal(), generator.normal()])),
    );
    const first = fitCodebook(many, { seed: 1, most: 90 });
    expect(first).toEqual(fitCodebook(shuffled(many), { seed: 1, most: 90 }));
    expect(first.points).not.toEqual(fitCodebook(many, { seed: 2, most: 90 }).points);
  });

  it("has the points of the largest clusters if there are too many numbers", () => {
    const wide = (value: number) => Array.from({ length: 2 ** 17 }, () => value);
    const bags = bagSet([0, 0.01, -0.01, 50, 50.01, 900, 901].map((value) => [wide(value)]));
    expect(fitCodebook(bags).points.map(([first]) => Math.round(first))).toEqual([0, 50]);
  });

  it("is the only instance, of width 1, if all are equal", () => {
    expect(fitCodebook(bagSet([[[2, -0]], [[2, 0]]]))).toEqual({ points: [[2, 0]], width: 1 });
  });
});

describe("affinities", () => {
  it("are the largest similarities of a bag's instances, also over many blocks", () => {
    const rows = nested(someBags(30, 6));
    const large = Array.from({ length: 3000 }, (_, i) => [Math.sin(i), Math.cos(3 * i), (i % 7) - 3, 1]);
    const all = [...rows, large, rows[0]];
    const offsets = Uint32Array.from([0, ...all.map((_, i) => all.slice(0, i + 1).flat().length)]);
    const found = affinities(CODEBOOK, { rows: fromRows(all.flat()), offsets });
    expect([found.rows, found.cols]).toEqual([all.length, 3]);
    for (const [i, bag] of all.entries())
      for (const [m, value] of naiveAffinities(CODEBOOK, bag).entries())
        expect(found.data[i * 3 + m]).toBeCloseTo(value, 12);
  });

  it("are refused for bags with other features", () => {
    const kernel = { type: "affinity", codebook: CODEBOOK, kernel: { type: "linear" } } as const;
    expect(() => represent(kernel, bagSet([[[1, 2]]]))).toThrow(/4 features.*2/);
  });
});

describe("an affinity kernel", () => {
  it("shares one codebook between the parts of a sum, and its width is that of the similarities", () => {
    const bags = someBags(30, 2);
    const kernel = resolveKernel(parseKernel("affinity-linear+normalised-affinity-gaussian+set-gaussian"), bags);
    if (kernel.type !== "sum" || kernel.kernels[1].type !== "normalised") throw new Error("not a sum");
    const [first, { kernel: second }, set] = kernel.kernels;
    if (first.type !== "affinity" || second.type !== "affinity") throw new Error("not of affinities");
    expect(second.codebook).toBe(first.codebook);
    const alone = resolveKernel({ type: "affinity", codebook: first.codebook, kernel: second.kernel }, bags);
    expect(alone).toMatchObject({ kernel: second.kernel });
    expect(Object.keys(represent(kernel, bags).statistics)).toEqual([`affinity-${codebookKey(first.codebook)}`]);
    expect(set).toMatchObject({ type: "set", kernel: { width: expect.any(Number) } });
  });

  it("has a name for its codebook that depends on the numbers alone", () => {
    expect(codebookKey(JSON.parse(JSON.stringify(CODEBOOK)))).toBe(codebookKey(CODEBOOK));
    expect(codebookKey({ ...CODEBOOK, width: 2 })).not.toBe(codebookKey(CODEBOOK));
  });

  it("keeps its values through a model file", async () => {
    const bags = bagSet(nested(someBags(40, 8)), {
      labels: Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? "positive" : "unlabeled")),
    });
    const model = await puSkc({ kernel: "affinity-gaussian", prior: 0.3, lambda: 0.1, folds: 2 }).fit(bags);
    for (const form of ["binary", "json"] as const) {
      const read = await decodeModel(encodeModel(model, { form }));
      expect(read.scores(bags)).toEqual(model.scores(bags));
      expect(read.card.kernel).toEqual(model.card.kernel);
    }
  });
});
