import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { vectorFeatures } from "../../../src/bags/vector-features.js";
import { random } from "../../../src/base/random.js";
import { explain } from "../../../src/explain/explain.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";

const WIDTH = 12;

/** Bags of embeddings: positive ones lie in another direction. Beside them a column with a unit of its own. */
function embedded(unit = 1): BagSet {
  const generator = random(4);
  const bags = Array.from({ length: 60 }, (_, i) => ({
    id: `b${i}`,
    label: i < 12 ? ("positive" as const) : ("unlabeled" as const),
    instances: Array.from({ length: 1 + (i % 4) }, () => [
      generator.normal() * unit,
      ...Array.from({ length: WIDTH }, (_, k) => 5 + generator.normal() + (i < 24 && k < 3 ? 1.5 : 0)),
    ]),
  }));
  return BagSet.from(bags, { features: ["size", ...Array.from({ length: WIDTH }, (_, k) => `emb_${k}`)] });
}

describe("features that form a vector", () => {
  it("are known by the name of an embedding and a number, if there are enough", () => {
    expect(vectorFeatures(embedded())).toMatchObject([{ name: "emb_", recognised: true, columns: { length: WIDTH } }]);
    const few = BagSet.from([{ id: "a", label: "positive", instances: [[1, 2, 3]] }], {
      features: ["emb_1", "emb_2", "x"],
    });
    expect(vectorFeatures(few)).toEqual([]);
  });

  it("are those that you name", () => {
    const bags = BagSet.from([{ id: "a", label: "positive", instances: [[1, 2, 3]] }], { features: ["u1", "u2", "x"] });
    expect(vectorFeatures(bags, ["u"])).toMatchObject([
      { name: "u", columns: Uint32Array.of(0, 1), recognised: false },
    ]);
  });

  it("are a column of lists", async () => {
    const text = '{"bag":"a","label":1,"v":[1,2,3]}\n{"bag":"b","label":0,"v":[3,2,1]}';
    expect(vectorFeatures(await readBags({ text }, { name: "t.jsonl" }))).toMatchObject([{ name: "v" }]);
  });

  it("have no numbers alone: f1, f2 and so on are ordinary features", () => {
    const features = Array.from({ length: 30 }, (_, k) => `f${k + 1}`);
    const bags = BagSet.from([{ id: "a", label: "positive", instances: [features.map(() => 1)] }], { features });
    expect(vectorFeatures(bags)).toEqual([]);
  });
});

describe("auto with a vector", () => {
  it("ranks by its direction, too, and says how much that counts", async () => {
    const bags = embedded();
    const model = await auto({ seed: 1 }).fit(bags);
    expect(model.card.reasons?.join(" ")).toMatch(/the direction of the mean emb_ \(12 numbers\)/);
    expect(model.card.reasons?.join(" ")).toMatch(/ranking by vectors counts \d+ %/);
    const first = model.rank(bags, { among: (i) => i >= 12, top: 8 });
    expect(first.filter(({ index }) => index < 24).length).toBeGreaterThanOrEqual(6);
  });

  it("does not if you say that there is none", async () => {
    const model = await auto({ seed: 1, vectors: "none" }).fit(embedded());
    expect(model.card.reasons?.join(" ")).not.toMatch(/emb_ \(/);
  });

  it("does not change with the unit of another feature", async () => {
    const [a, b] = [embedded(), embedded(1024)];
    const [x, y] = [(await auto({ seed: 1 }).fit(a)).scores(a), (await auto({ seed: 1 }).fit(b)).scores(b)];
    x.forEach((score, i) => {
      expect(score).toBeCloseTo(y[i], 8);
    });
  });

  it("has a model file that scores with the same bits", async () => {
    const bags = embedded();
    const model = await auto({ seed: 1 }).fit(bags);
    expect(decodeModel(encodeModel(model)).scores(bags)).toEqual(model.scores(bags));
  });

  it("explains contributions and features exactly", async () => {
    const bags = embedded();
    const model = await auto({ seed: 1 }).fit(bags);
    const some = bags.subset([3, 6, 30]);
    const scores = model.scores(some);
    const explained = await explain(model, some, { features: Infinity });
    for (const [i, { contributions, witness, features }] of explained.entries()) {
      const rows = Array.from({ length: some.sizeOf(i) }, (_, j) => [...some.bag(i).instance(j)]);
      const scored = (instances: number[][]) =>
        model.scores(BagSet.from([{ id: "x", label: "unlabeled", instances }], { features: bags.features }))[0];
      if (rows.length < 2) continue;
      for (const [j, contribution] of contributions.entries())
        expect(contribution).toBeCloseTo(scores[i] - scored(rows.filter((_, k) => k !== j)), 7);
      for (const { index, effect } of features.slice(0, 4)) {
        const others = rows.filter((_, k) => k !== witness.instance);
        const mean = others.reduce((sum, row) => sum + row[index], 0) / others.length;
        const changed = rows.map((row, k) => (k === witness.instance ? row.with(index, mean) : row));
        expect(effect).toBeCloseTo(scores[i] - scored(changed), 7);
      }
    }
  });

  it("refuses a vector that no feature belongs to", async () => {
    await expect(auto({ vectors: "word_" }).fit(embedded())).rejects.toThrow(/names that begin with "word_"/);
  });
});
