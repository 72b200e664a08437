import type { BagSet } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../src/format/format.js";
import { readBags } from "../../src/format/read-bags.js";

/** Reads text under a name; the bags and the codes of the notes. */
async function read(text: string, options: ReadOptions = {}, name = "t.csv") {
  const codes: string[] = [];
  const bags = await readBags({ text, name }, { ...options, onNote: ({ code }) => codes.push(code) });
  return { bags, codes };
}

const values = (bags: BagSet, feature: string) => {
  const column = bags.features.indexOf(feature);
  return [...bags].flatMap((bag) => Array.from({ length: bag.size }, (_, j) => bag.instance(j)[column]));
};

/** A table of 40 bags with two rows each; `cells` gives what stands after bag and label. */
function table(header: string, cells: (row: number, bag: number) => string, delimiter = ","): string {
  const rows = Array.from({ length: 80 }, (_, row) => {
    const bag = row >> 1;
    return [`b${bag}`, bag < 10 ? "1" : "", cells(row, bag)].join(delimiter);
  });
  return [["bag", "label", header].join(delimiter), ...rows, ""].join("\n");
}

/** Numbers without any order. */
const wild = (row: number) => ((7919 * (row + 1)) % 997) / 10;

describe("a messy table", () => {
  it("with decimal commas and semicolons has the numbers of a clean one", async () => {
    const clean = await read(table("x", (row) => String(wild(row))));
    const messy = await read(table("x", (row) => String(wild(row)).replace(".", ","), ";"));
    expect(values(messy.bags, "x")).toEqual(values(clean.bags, "x"));
    expect(messy.codes).toContain("decimal-comma");
  });

  it("has one feature of 0 and 1 for each word of a category", async () => {
    const { bags, codes } = await read(table("x,colour", (row) => `${wild(row)},${["red", "red", "blue"][row % 3]}`));
    expect(bags.features).toEqual(["x", "colour=blue", "colour=red"]);
    expect(values(bags, "colour=red").slice(0, 4)).toEqual([1, 1, 0, 1]);
    expect(codes).toContain("categories");
  });

  it("has numbers for yes and no, and shares for percentages", async () => {
    const { bags } = await read(table("seen,share", (row) => `${row % 3 === 0 ? "yes" : "No"},${row % 7} %`));
    expect(values(bags, "seen").slice(0, 4)).toEqual([1, 0, 0, 1]);
    expect(values(bags, "share").slice(0, 3)).toEqual([0, 0.01, 0.02]);
  });

  it("shows texts, of a bag or of an instance, and does not learn from them", async () => {
    const { bags } = await read(table("x,smiles,text", (row, bag) => `${wild(row)},C${"C".repeat(bag)}O,row ${row}`));
    expect(bags.features).toEqual(["x"]);
    expect(bags.shown).toMatchObject([
      { name: "smiles", perBag: true },
      { name: "text", perBag: false },
    ]);
    expect(bags.shownOf(2, "smiles")).toBe("CCCO");
    expect(bags.shownOf(2, "text", 1)).toBe("row 5");
    expect(bags.instanceName(2, 1)).toBe("line 7");
  });

  it.each([
    ["an index", (row: number) => String(row), "row-number"],
    ["a falling time", (row: number) => String(1e6 - 3.5 * row), "row-number"],
    ["an index in another order", (row: number) => String((37 * row) % 80), "row-number"],
    ["a count of instances", (row: number) => String(row % 2), "row-number"],
    ["an identifier of bags", (_: number, bag: number) => String(100_000 + ((7919 * bag) % 9973)), "identifier"],
    ["the label", (_: number, bag: number) => (bag < 10 ? "7" : "3"), "label-copy"],
    ["a date", (row: number) => `2024-${String((row % 12) + 1).padStart(2, "0")}-17`, "ignored-dates"],
  ])("leaves out %s, says so, and uses it on request", async (_, cell, code) => {
    const text = table("x,odd", (row, bag) => `${wild(row)},${cell(row, bag)}`);
    const { bags, codes } = await read(text);
    expect(bags.features).toEqual(["x"]);
    expect(codes).toContain(code);
    const used = await read(text, { use: ["odd"] });
    expect(used.bags.features.length).toBeGreaterThan(1);
    expect(used.codes).not.toContain(code);
  });

  it("names the first value that is no number, how many there are, and what to do", async () => {
    const text = table("x", (row) => (row % 10 === 3 ? "<5" : String(wild(row))));
    await expect(read(text)).rejects.toMatchObject({ code: "not-a-number", where: { line: 5, field: "x" } });
    const { bags } = await read(text, { na: ["<5"], missing: "zero" });
    expect(values(bags, "x")[3]).toBe(0);
  });

  it("may label a bag on its first row alone", async () => {
    const { bags } = await read("bag,label,x\na,1,1\na,,2\nb,,3\nb,,4\n");
    expect(bags.labels()).toEqual(["positive", "unlabeled"]);
  });

  it("has words for labels; a no is read as not known, and said", async () => {
    const { bags, codes } = await read("bag,label,x\na,active,1\nb,inactive,2\nc,Yes,3\nd,false,4\n");
    expect(bags.labels()).toEqual(["positive", "unlabeled", "positive", "unlabeled"]);
    expect(codes.filter((code) => code === "labels-not-known")).toHaveLength(2);
    const told = await read("bag,label,x\na,active,1\nb,inactive,2\n", { negative: ["inactive"] });
    expect(told.bags.labels()).toEqual(["positive", "negative"]);
  });

  it("is read in UTF-16, and in an encoding that you name", async () => {
    const text = "bag,label,x\nMüller,1,1\nb,,2\n";
    const utf16 = new Uint8Array(2 * text.length + 2);
    [0xfeff, ...Array.from(text, (each) => each.charCodeAt(0))].forEach((unit, k) => {
      utf16[2 * k] = unit & 255;
      utf16[2 * k + 1] = unit >> 8;
    });
    expect((await readBags(utf16, { name: "t.csv" })).ids()).toEqual(["Müller", "b"]);
    const latin1 = Uint8Array.from(text, (each) => each.charCodeAt(0));
    expect((await readBags(latin1, { name: "t.csv", encoding: "latin1" })).ids()).toEqual(["Müller", "b"]);
  });
});

describe("messy JSON", () => {
  it("has a vector where a value is a list", async () => {
    const lines = Array.from({ length: 30 }, (_, row) => {
      const embedding = [wild(row), wild(row + 50), wild(row + 90)];
      return JSON.stringify({ doc: `d${row >> 1}`, label: row < 8 ? 1 : 0, embedding, text: `sentence ${row}` });
    });
    const { bags } = await read(lines.join("\n"), {}, "t.jsonl");
    expect(bags.features).toEqual(["embedding[1]", "embedding[2]", "embedding[3]"]);
    expect(bags.size).toBe(15);
    expect(bags.shownOf(3, "text", 1)).toBe("sentence 7");
  });

  it("has instances under any name, with the values of the bag beside them", async () => {
    const item = (k: number) => ({
      id: `d${k}`,
      title: `title ${k}`,
      passages: [
        { a: wild(k), text: `p${k}` },
        { a: 2, text: `q${k}` },
      ],
    });
    const { bags } = await read(JSON.stringify([item(0), item(1), item(2)]), {}, "t.json");
    expect(bags.size).toBe(3);
    expect(bags.instances).toBe(6);
    expect(bags.features).toEqual(["a"]);
    expect(bags.shownOf(1, "title")).toBe("title 1");
    const named = await read(JSON.stringify([{ id: "a", p: [[1, 2]], q: [[3]] }]), { instances: "p" }, "t.json");
    expect(named.bags.features).toEqual(["f1", "f2"]);
  });
});

describe("a recipe", () => {
  it("reads another file as the first one was read, whatever stands in it besides", async () => {
    const { bags } = await read(
      table("x,colour,note", (row) => `${wild(row)},${["red", "red", "blue"][row % 3]},text ${row}`),
    );
    const other = "more,colour,x,bag\n9,green,1.5,z\n8,red,2.5,z\n";
    const { bags: again, codes } = await read(other, { recipe: bags.recipe });
    expect(again.features).toEqual(bags.features);
    expect([...again.bag(0).values]).toEqual([1.5, 0, 0, 2.5, 0, 1]);
    expect(codes).toContain("unknown-columns");
    await expect(read("bag,colour\nz,red\n", { recipe: bags.recipe })).rejects.toMatchObject({ code: "features" });
  });

  it("is plain data", async () => {
    const { bags } = await read(table("x", (row) => String(wild(row))));
    expect(JSON.parse(JSON.stringify(bags.recipe))).toMatchObject({ bag: "bag", label: "label", missing: "error" });
  });
});
