import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/format/format.js";
import { readBags } from "../../../src/format/read-bags.js";

/** Reads text under a name; the bags and the codes of the notes. */
async function read(text: string, options: ReadOptions = {}, name = "t.csv") {
  const codes: string[] = [];
  const bags = await readBags({ text, name }, { ...options, onNote: ({ code }) => codes.push(code) });
  return { bags, codes };
}

/** Numbers without any order. */
const wild = (row: number) => ((7919 * (row + 1)) % 997) / 10;

describe("nested JSON", () => {
  const texts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");

  it("has a feature for each number in an object", async () => {
    const rows = Array.from({ length: 6 }, (_, k) => ({ bag: `b${k >> 1}`, size: { w: wild(k), at: { x: k % 2 } } }));
    const { bags } = await read(texts(rows), {}, "t.jsonl");
    expect(bags.features).toEqual(["size.w", "size.at.x"]);
    expect([...bags.bag(0).values]).toEqual([wild(0), 0, wild(1), 1]);
    const again = await read(texts(rows.slice(0, 1)), { recipe: bags.recipe }, "t.jsonl");
    expect([...again.bags.data]).toEqual([wild(0), 0]);
  });

  it("has an instance for each value of lists where every bag has one row", async () => {
    const rows = [
      { bag: "a", n: 7, w: [1, 2], h: [3, 4], text: ["p", "q"] },
      { bag: "b", n: 8, w: [5], h: [6], text: ["r"] },
    ];
    const { bags, codes } = await read(texts(rows), {}, "t.jsonl");
    expect(bags.features).toEqual(["n", "w", "h"]);
    expect([...bags.bag(0).values]).toEqual([7, 1, 3, 7, 2, 4]);
    expect([bags.shownOf(0, "text", 1), bags.instanceName(0, 1)]).toEqual(["q", "line 1, instance 2"]);
    expect(codes).toContain("list-instances");
    const [one] = (await read(texts(rows.slice(1)), { recipe: bags.recipe }, "t.jsonl")).bags;
    expect([...one.values]).toEqual([8, 5, 6]);
    const odd = texts([...rows, { bag: "c", n: 1, w: [1], h: [1, 2], text: [] }]);
    await expect(read(odd, {}, "t.jsonl")).rejects.toMatchObject({ code: "ragged", where: { field: "h" } });
    const single = rows.map(({ bag }, k) => ({ bag, v: [k, k + 1] }));
    expect((await read(texts(single), {}, "t.jsonl")).bags.features).toEqual(["v[1]", "v[2]"]);
    const named = await read(texts(single), { instances: "v" }, "t.jsonl");
    expect([...named.bags.bag(1).values]).toEqual([1, 2]);
  });

  it("leaves out a list of instances that you ignore", async () => {
    const rows = [
      { bag: "a", x: 1, p: [[1, 2]] },
      { bag: "b", x: 2, p: [[3, 4]] },
    ];
    expect((await read(texts(rows), { ignore: ["p"] }, "t.jsonl")).bags.features).toEqual(["x"]);
    expect((await read(texts(rows), {}, "t.jsonl")).bags.features).toEqual(["x", "f1", "f2"]);
  });

  it("may leave out a key that the recipe knows where absent values are allowed", async () => {
    const rows = Array.from({ length: 6 }, (_, k) => ({ bag: `b${k >> 1}`, [`w${k % 3}`]: k + 1 }));
    const { bags } = await read(texts(rows), { missing: "zero" }, "t.jsonl");
    const again = await read(texts(rows.slice(4, 5)), { recipe: bags.recipe }, "t.jsonl");
    expect([again.bags.features, [...again.bags.data]]).toEqual([bags.features, [0, 5, 0]]);
    const strict = read(texts(rows.slice(4, 5)), { recipe: bags.recipe, missing: "error" }, "t.jsonl");
    await expect(strict).rejects.toMatchObject({ code: "features" });
  });

  it("remembers which keys hold bag and label, also if all others are numbers", async () => {
    const rows = Array.from({ length: 4 }, (_, k) => ({ thing: `b${k >> 1}`, verdict: k < 2 ? 1 : 0, x: wild(k) }));
    const { bags } = await read(texts(rows), { bag: "thing", label: "verdict" }, "t.jsonl");
    const again = await read(texts(rows), { recipe: bags.recipe }, "t.jsonl");
    expect(again.bags.labels()).toEqual(["positive", "unlabeled"]);
    expect(again.bags.instanceName(1, 1)).toBe("line 4");
    const nested = [{ key: "a", verdict: 1, instances: [[1], [2]] }];
    const whole = await read(JSON.stringify(nested), { bag: "key", label: "verdict" }, "t.json");
    expect((await read(JSON.stringify(nested), { recipe: whole.bags.recipe }, "t.json")).bags.size).toBe(1);
    expect(whole.bags.instanceName(0, 1)).toBe("row 1, instance 2");
  });
});

describe("an id", () => {
  it("keeps its blanks, whatever columns stand beside it", async () => {
    const plain = await read("bag,x\na,1\na ,2\n");
    const text = await read("bag,x,note\na,1,one thing\na ,2,another one\n");
    expect(text.bags.ids()).toEqual(plain.bags.ids());
    expect(text.bags.ids()).toEqual(["a", "a "]);
  });
});
