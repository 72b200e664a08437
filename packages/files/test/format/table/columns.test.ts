import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/format/format.js";
import { readBags } from "../../../src/format/read-bags.js";

async function read(text: string, options: ReadOptions = {}, name = "t.csv") {
  const codes: string[] = [];
  const bags = await readBags({ text, name }, { ...options, onNote: ({ code }) => codes.push(code) });
  return { bags, codes };
}

const wild = (row: number) => ((7919 * (row + 1)) % 997) / 10;
const table = (header: string, cells: (row: number) => string) =>
  [
    `Compound Name,label,${header}`,
    ...Array.from({ length: 80 }, (_, row) => `c${row >> 1},${row < 20 ? 1 : ""},${cells(row)}`),
    "",
  ].join("\n");

describe("a column", () => {
  it("of lists written as text has vectors", async () => {
    for (const list of [
      (row: number) => `"[${wild(row)}, ${wild(row + 9)}]"`,
      (row: number) => `[${wild(row)}   ${wild(row + 9)}]`,
      (row: number) => `"[ ${wild(row)},${wild(row + 9)} ]"`,
    ]) {
      const { bags } = await read(table("vec", list));
      expect(bags.features).toEqual(["vec[1]", "vec[2]"]);
      expect([...bags.bag(1).instance(0)]).toEqual([wild(2), wild(11)]);
    }
    const printed = await read(
      table("vec", (row) => `[${row}. -.5 nan]`),
      { missing: "zero", use: ["vec"] },
    );
    expect([...printed.bags.bag(1).instance(0)]).toEqual([2, -0.5, 0]);
    const words = await read(table("x,tags", (row) => `${wild(row)},"[one, word ${row}]"`));
    expect(words.bags.shown.map(({ name }) => name)).toEqual(["tags"]);
  });

  it("of lists of lists written as text has the instances of a bag", async () => {
    const { bags } = await read('bag,label,parts\na,1,"[[1, 2], [3, 4]]"\nb,,"[[5, 6]]"\n');
    expect(bags.features).toEqual(["f1", "f2"]);
    expect([...bags.bag(0).values]).toEqual([1, 2, 3, 4]);
  });

  it("of text that looks like numbers is left out with a warning", async () => {
    for (const cell of [
      (row: number) => (row % 7 < 4 ? "<0.5" : String(wild(row))),
      (row: number) => `${wild(row)} cm`,
      (row: number) => `~${wild(row)} nM`,
    ]) {
      const { bags, codes } = await read(table("x,conc", (row) => `${wild(row)},${cell(row)}`));
      expect(bags.features).toEqual(["x"]);
      expect(codes).toContain("numbers-in-text");
    }
    for (const cell of [
      (row: number) => `C${row}H${row}`,
      (row: number) => `text ${row}`,
      (row: number) => `${row} words and more`,
    ])
      expect((await read(table("x,t", (row) => `${wild(row)},${cell(row)}`))).codes).not.toContain("numbers-in-text");
  });

  it("of times since 1970 is left out with a note, unless you use it", async () => {
    const seconds = (row: number) => 1_700_000_000 + Math.round(1e6 * wild(row));
    for (const [name, value] of [
      ["created_at", seconds],
      ["when", (row: number) => 1000 * seconds(row) + 7],
    ] as const) {
      const text = table(`x,${name}`, (row) => `${wild(row)},${value(row)}`);
      const { bags, codes } = await read(text);
      expect(bags.features).toEqual(["x"]);
      expect(codes).toContain("ignored-dates");
      expect((await read(text, { use: [name] })).bags.features).toEqual(["x", name]);
    }
    const counts = await read(table("x,reads", (row) => `${wild(row)},${seconds(row)}`));
    expect(counts.bags.features).toEqual(["x", "reads"]);
  });
});

describe("a missing value", () => {
  it("where most are missing suggests zero first", async () => {
    const sparse = Array.from({ length: 30 }, (_, k) => JSON.stringify({ bag: `b${k >> 1}`, [`w${k % 5}`]: k })).join(
      "\n",
    );
    const remedy = async (text: string, name: string) => {
      const error: unknown = await read(text, {}, name).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "missing-value" });
      return String(error);
    };
    expect(await remedy(sparse, "t.jsonl")).toContain("missing to zero. Otherwise");
    expect(await remedy("bag,x,note\na,,one\na,,two\nb,,three\nb,1,four\n", "t.csv")).toContain(
      "missing to zero. Otherwise",
    );
    expect(await remedy("bag,x\na,1\na,\nb,2\n", "t.csv")).toContain("Fill it in");
  });
});
