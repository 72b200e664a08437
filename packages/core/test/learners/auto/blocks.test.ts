import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { sparseBags, withoutInstance } from "../../../../bagwise/test/sparse-bags.js";
import { BagSet } from "../../../src/bags/bag-set.js";
import { groupCopies } from "../../../src/bags/copies/group-copies.js";
import { log } from "../../../src/base/portable-math.js";
import { explain } from "../../../src/explain/explain.js";
import { blockOf, summedRows, unitVectors } from "../../../src/kernels/blocks/block-view.js";
import { prepareBlocks } from "../../../src/kernels/blocks/fit.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { decodeModel, encodeModel } from "../../../src/model/model-file.js";

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("views of blocks", () => {
  it("are unit vectors of damped counts times rarity, as worked out by hand", () => {
    const bags = sparseBags({ bags: 30 });
    const prepared = prepareBlocks(bags, { seed: 1 });
    const [view] = prepared?.views ?? [];
    const block = blockOf(bags, view.block);
    const counts = Array.from({ length: bags.size }, (_, i) => {
      const own = new Map<number, number>();
      const [from, to] = [block.offsets[bags.startOf(i)], block.offsets[bags.startOf(i) + bags.sizeOf(i)]];
      for (let e = from; e < to; e++) own.set(block.indices[e], (own.get(block.indices[e]) ?? 0) + block.values[e]);
      return own;
    });
    const vectors = unitVectors(view, summedRows(bags, block));
    if (!("offsets" in vectors)) throw new Error("the vectors are dense");
    for (const [i, own] of counts.entries()) {
      const weights = [...own].map(([term, count]) => {
        const holders = counts.filter((other) => other.has(term)).length;
        return [term, (1 + log(count)) * (log((1 + bags.size) / (1 + holders)) + 1)] as const;
      });
      const length = Math.sqrt(weights.reduce((sum, [, value]) => sum + value * value, 0));
      for (const [term, value] of weights) {
        const at = vectors.indices.subarray(vectors.offsets[i], vectors.offsets[i + 1]).indexOf(term);
        expect(vectors.values[vectors.offsets[i] + at]).toBeCloseTo(value / length, 12);
      }
    }
  });

  it("have topics of the counts, one for ten bags, and none of plain values", () => {
    const { views, vectors } = prepareBlocks(sparseBags({ bags: 100 }), { seed: 1 }) ?? { views: [], vectors: [] };
    expect(views.map(({ block, topics }) => [block.name, topics?.axes.cols])).toEqual([
      ["words", undefined],
      ["words", 10],
      ["values", undefined],
    ]);
    const topics = vectors[1];
    if ("offsets" in topics) throw new Error("topics are sparse");
    for (let row = 0; row < topics.rows; row++) {
      const own = topics.data.subarray(row * topics.cols, (row + 1) * topics.cols);
      expect(own.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 9);
    }
  });

  it("do not exist for bags without blocks, and stay when a matrix is replaced", () => {
    const bags = sparseBags({ features: ["x"] });
    expect(prepareBlocks(bags.withMatrix(bags.toMatrix()), { seed: 1 })?.vectors).toEqual(
      prepareBlocks(bags, { seed: 1 })?.vectors,
    );
    const plain = BagSet.from([{ id: "a", label: "positive", instances: [[1]] }]);
    expect(prepareBlocks(plain, { seed: 1 })).toBeUndefined();
  });
});

describe("auto on sparse features", () => {
  it("ranks hidden positives first, with a certificate", async () => {
    const bags = sparseBags({ bags: 120, labeled: 15 });
    const model = await auto({ seed: 1 }).fit(bags);
    expect(model.card.certificate.status).toBe("solved");
    const scores = model.scores(bags);
    expect(mean(scores.slice(15, 30))).toBeGreaterThan(mean(scores.slice(30)));
    const first = model.rank(bags, { among: (i) => i >= 15, top: 10 });
    expect(first.filter(({ index }) => index < 30).length).toBeGreaterThanOrEqual(8);
  });

  it("has a model file that scores with the same bits", async () => {
    const bags = sparseBags();
    const model = await auto({ seed: 1 }).fit(bags);
    const again = decodeModel(encodeModel(model));
    expect(again.scores(bags)).toEqual(model.scores(bags));
  });

  it.each([{ features: [] }, { features: ["x", "y"] }])("explains bags exactly (features $features)", async (made) => {
    const bags = sparseBags({ ...made, bags: 40 });
    const model = await auto({ seed: 1 }).fit(bags);
    const scores = model.scores(bags);
    const some = [0, 7, 20, 33];
    const explained = await explain(model, bags.subset(some));
    for (const [k, i] of some.entries()) {
      if (bags.sizeOf(i) === 1) continue;
      for (let j = 0; j < bags.sizeOf(i); j++) {
        const [without] = model.scores(withoutInstance(bags, i, j));
        expect(explained[k].contributions[j]).toBeCloseTo(scores[i] - without, 7);
      }
    }
  });

  it("names the words of the witness, and what the score falls by without them", async () => {
    const bags = sparseBags({ bags: 120, labeled: 15 });
    const model = await auto({ seed: 1 }).fit(bags);
    const [{ terms }] = await explain(model, bags.subset([0]));
    expect(terms.length).toBeGreaterThan(0);
    const sizes = terms.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    for (const { block, term } of terms) expect([block, term[0]]).toEqual(["words", "w"]);
  });

  it("recognises its training bags by their sparse features", async () => {
    const bags = sparseBags();
    const model = await auto({ seed: 1 }).fit(bags);
    const ranked = model.rank(bags, { heldOut: true });
    expect(ranked.every(({ heldOut }) => heldOut)).toBe(true);
    const other = sparseBags({ seed: 2 });
    expect(model.rank(other, { heldOut: true }).some(({ heldOut }) => heldOut)).toBe(false);
  });

  it("averages with the views of ordinary features, and says how much each counts", async () => {
    const model = await auto({ seed: 1 }).fit(sparseBags({ features: ["x", "y"], bags: 80 }));
    expect(model.parts().scorer.kind).toBe("average");
    expect(model.card.reasons?.join(" ")).toMatch(/ranking by sparse features counts \d+ %, that by the others \d+ %/);
  });

  it("works with one positive bag", async () => {
    const bags = sparseBags({ labeled: 1 });
    const model = await auto({ seed: 1 }).fit(bags);
    expect(model.scores(bags).every(Number.isFinite)).toBe(true);
    const [first] = model.rank(bags);
    expect(first.bag).toBe("b0");
  });

  it("is asked for the same blocks when it scores", async () => {
    const model = await auto({ seed: 1 }).fit(sparseBags());
    expect(() => model.scores(sparseBags({ width: 90 }))).toThrow(/the block "words" has 90 features, not 80/);
  });
});

describe("methods that take plain numbers only", () => {
  it("refuse bags that have none, and name the one that takes them", async () => {
    await expect(puSkc({ prior: 0.3 }).fit(sparseBags())).rejects.toThrow(
      /pu-skc does not use the sparse features words and values.*auto/,
    );
  });

  it("use the plain numbers there are, and say so", async () => {
    const model = await puSkc({ prior: 0.3 }).fit(sparseBags({ features: ["x", "y"] }));
    expect(model.card.notes.map(({ code }) => code)).toContain("sparse-unused");
  });
});

describe("copies of sparse bags", () => {
  it("are kept together when bags are held out", async () => {
    const once = "The baker sells fresh bread today, and it is good.";
    const rows = Array.from(
      { length: 24 },
      (_, i) => `${i},"${i % 6 === 0 ? once : `Text ${i} on rivers and boats number ${i % 5}.`}",${i < 8 ? 1 : 0}`,
    );
    const bags = await readBags({ text: `id,text,label\n${rows.join("\n")}\n` }, { name: "t.csv", text: "text" });
    const { clusters, of } = groupCopies(bags);
    expect(clusters).toContainEqual([0, 6, 12, 18]);
    expect(of[18]).toBe(0);
  });
});
