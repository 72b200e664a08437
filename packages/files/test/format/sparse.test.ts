import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import { auto } from "@bagwise/core/learners";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sparseBags } from "../../../bagwise/test/sparse-bags.js";
import { readBags } from "../../src/format/read-bags.js";
import { encodeBags } from "../../src/format/write-bags.js";

async function written(bags: BagSet, format: "svmlight" | "csv" | "parquet"): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeBags(bags, { format })) pieces.push(piece.slice());
  return pieces.map((piece) => new TextDecoder().decode(piece)).join("");
}

/** Counts of many words as svmlight, with a word that positive bags share. */
function words(bags: number, seed = 0): string {
  const lines = Array.from({ length: bags }, (_, i) => {
    const own = Array.from({ length: 12 }, (_, k) => 10 + ((i * 7919 + k * 104729 + seed) % 4990)).sort(
      (a, b) => a - b,
    );
    const first = i % 3 === 0 ? "3:2 4:1 " : "";
    return `1:bag${i}:${i % 3 === 0 && i < bags / 2 ? 1 : 0} ${first}${[...new Set(own)].map((k) => `${k}:1`).join(" ")}`;
  });
  return `${lines.join("\n")}\n`;
}

describe("svmlight with many features", () => {
  it("is read as one block of counts without its zeros, and a note says so", async () => {
    const notes: Note[] = [];
    const bags = await readBags({ text: words(150) }, { format: "svmlight", onNote: (note) => notes.push(note) });
    expect(bags.dimension).toBe(0);
    expect(bags.blocks.map(({ name, similarity }) => [name, similarity])).toEqual([["features", "tf-idf"]]);
    expect(notes.map(({ code }) => code)).toContain("sparse-read");
    const [block] = bags.blocks;
    expect(Array.from(block.indices.subarray(0, 2))).toEqual([2, 3]);
    expect(Array.from(block.values.subarray(0, 2))).toEqual([2, 1]);
  });

  it("is read as columns if you say so, and few features are one by one", async () => {
    const dense = await readBags({ text: words(20) }, { format: "svmlight", sparse: false });
    expect(dense.blocks).toEqual([]);
    expect(dense.dimension).toBeGreaterThan(4000);
    const small = await readBags({ text: "1:a:1 1:2 3:1\n1:b:0 2:1\n" }, { format: "svmlight" });
    expect(small.dimension).toBe(3);
    const asked = await readBags({ text: "1:a:1 1:2 3:1\n1:b:0 2:1.5\n" }, { format: "svmlight", sparse: true });
    expect(asked.blocks.map(({ width, similarity }) => [width, similarity])).toEqual([[3, "cosine"]]);
  });

  it("is scored by a model as it was trained, with unknown features left out", async () => {
    const bags = await readBags({ text: words(150) }, { format: "svmlight" });
    const model = decodeModel(encodeModel(await auto({ seed: 1 }).fit(bags)));
    const notes: Note[] = [];
    const fresh = await readBags(
      { text: "1:x:0 3:2 4:1 50:1\n1:y:0 77:1 50:1 9000:1\n".replace("77:1 50:1", "50:1 77:1") },
      { format: "svmlight", recipe: model.card.recipe, onNote: (note) => notes.push(note) },
    );
    const [x, y] = model.scores(fresh);
    expect(x).toBeGreaterThan(y);
    expect(notes.map(({ code }) => code)).toContain("unknown-terms");
  });

  it("gives back what was written, whatever the bags", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2, max: 12 }), async (seed, count) => {
        const all = sparseBags({ bags: count, labeled: 1, seed });
        const one = sparseOnly(all);
        const again = await readBags({ text: await written(one, "svmlight") }, { format: "svmlight", sparse: true });
        expect(again.ids()).toEqual(one.ids());
        const [a, b] = [one.blocks[0], again.blocks[0]];
        expect([b.offsets, b.indices, b.values, b.terms]).toEqual([a.offsets, a.indices, a.values, a.terms]);
      }),
      { seed: 3, numRuns: 20 },
    );
  });
});

/** The bags with their first block alone. */
function sparseOnly(bags: BagSet): BagSet {
  const copy = bags.withMatrix(bags.toMatrix());
  Object.defineProperty(copy, "blocks", { value: bags.blocks.slice(0, 1) });
  return copy;
}

describe("formats that cannot hold sparse features", () => {
  it("say so instead of writing an empty file", async () => {
    await expect(written(sparseBags(), "csv")).rejects.toThrow(/csv cannot hold the sparse features words and values/);
  });
});

describe("objects with many keys", () => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const words = Object.fromEntries(
      Array.from({ length: 15 }, (_, k) => [`w${(i * 31 + k * 17) % 900}`, 1 + (k % 3)]),
    );
    return JSON.stringify({ bag: `b${i}`, label: i < 10 ? 1 : 0, words });
  }).join("\n");

  it("are one block of sparse features", async () => {
    const bags = await readBags({ text: lines }, { name: "t.jsonl" });
    expect(bags.dimension).toBe(0);
    expect(bags.blocks.map(({ name, similarity }) => [name, similarity])).toEqual([["words", "tf-idf"]]);
    expect(bags.blocks[0].terms?.length).toBe(bags.blocks[0].width);
  });

  it("are read like the training file, with keys that it did not have left out", async () => {
    const bags = await readBags({ text: lines }, { name: "t.jsonl" });
    const fresh = await readBags(
      { text: '{"bag":"n","words":{"w0":1,"new":2}}' },
      { name: "u.jsonl", recipe: bags.recipe },
    );
    expect(fresh.blocks[0].width).toBe(bags.blocks[0].width);
    expect(fresh.blocks[0].indices).toHaveLength(1);
  });

  it("stay columns if there are few of them", async () => {
    const bags = await readBags(
      { text: '{"bag":"a","label":1,"x":{"u":1,"v":2}}\n{"bag":"b","label":0,"x":{"u":2,"v":1}}' },
      { name: "t.jsonl" },
    );
    expect(bags.features).toEqual(["x.u", "x.v"]);
  });

  it.each([
    ['{"bag":"a","label":1,"x":{"u":"much"}}', /the value of "u" is "much", not a number/],
    ['{"bag":"a","label":1,"x":[1,2]}', /is no object with numbers/],
  ])("are refused with the place and the remedy: %s", async (text, message) => {
    await expect(readBags({ text }, { name: "t.jsonl", counts: "x" })).rejects.toThrow(message);
  });
});
