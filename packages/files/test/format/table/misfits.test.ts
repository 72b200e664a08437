import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/format/format.js";
import { readBags } from "../../../src/format/read-bags.js";
import { surveyBags } from "../../../src/format/survey-bags.js";
import type { Input } from "../../../src/format/text/source.js";
import { file, inline } from "../xlsx/sheets.js";

/** Ten rows, with another value than a number or a date in the eighth. */
const ROWS = 10;
const ODD = 7;

const NUMBER = (row: number) => `<c><v>${row * 1.5}</v></c>`;
const DAY = (row: number) => `<c t="d"><v>2024-03-${10 + row}</v></c>`;

/** A sheet whose column x has the odd cell among others. */
async function sheet(odd: string, usual: (row: number) => string = NUMBER): Promise<Input> {
  const row = (k: number) =>
    `<row>${inline(`b${k >> 1}`)}<c><v>${k < 2 ? 1 : 0}</v></c>${k === ODD ? odd : usual(k)}<c><v>${k % 3}</v></c></row>`;
  const names = `<row>${["bag", "label", "x", "z"].map(inline).join("")}</row>`;
  return await file(names + Array.from({ length: ROWS }, (_, k) => row(k)).join(""));
}

function json(odd: unknown): Input {
  const rows = Array.from({ length: ROWS }, (_, k) => ({ bag: `b${k >> 1}`, x: k === ODD ? odd : 1.5 * k, z: k % 3 }));
  return { text: JSON.stringify(rows), name: "a.json" };
}

function csv(odd: string): Input {
  const rows = Array.from({ length: ROWS }, (_, k) => `b${k >> 1},${k === ODD ? odd : 1.5 * k},${k % 3}\n`);
  return { text: `bag,x,z\n${rows.join("")}`, name: "a.csv" };
}

const reading = async (input: Input, options: ReadOptions = {}) => {
  const notes: string[] = [];
  const found = await readBags(input, { ...options, onNote: ({ code }) => notes.push(code) }).catch(
    (error: unknown) => error,
  );
  return { found, notes };
};
const xs = (bags: unknown) =>
  bags instanceof BagSet
    ? [...bags].flatMap(({ size, instance }) => Array.from({ length: size }, (_, j) => instance(j)[0]))
    : [];

describe("one value among numbers that is none", () => {
  it.each([
    ["a date", '<c t="d"><v>2026-01-05</v></c>', "2026-01-05"],
    ["a date with a time", '<c t="d"><v>2026-01-05T10:30:00</v></c>', "2026-01-05T10:30:00.000Z"],
    ["a text", inline("1-5"), "1-5"],
  ])("is refused with its cell: %s in a sheet", async (_, cell, word) => {
    const { found } = await reading(await sheet(cell));
    expect(found).toBeInstanceOf(InputError);
    expect(found).toMatchObject({ code: "not-a-number", where: { row: 9, column: 3, cell: "C9", field: "x" } });
    expect((found as InputError).message).toContain(JSON.stringify(word));
    const bags = await readBags(await sheet(cell), { na: [word], missing: "zero" });
    expect(xs(bags)[ODD]).toBe(0);
    expect(await surveyBags(await sheet(cell))).toMatchObject({
      problems: [{ code: "not-a-number", column: "x", count: 1, examples: [{ text: word, row: 9 }] }],
      suggested: { na: [word] },
    });
  });

  it("is refused with its cell when a model reads the sheet", async () => {
    const { recipe } = await readBags(await sheet(NUMBER(ODD)));
    const { found } = await reading(await sheet('<c t="d"><v>2026-01-05</v></c>'), { recipe });
    expect(found).toMatchObject({ code: "not-a-number", where: { cell: "C9" } });
    expect((found as InputError).message).toContain('"2026-01-05"');
  });

  it("is refused with its place in text and JSON", async () => {
    expect((await reading(csv("2026-01-05"))).found).toMatchObject({ code: "not-a-number", where: { line: 9 } });
    expect((await reading(json("2026-01-05"))).found).toMatchObject({ code: "not-a-number", where: { field: "x" } });
  });

  it("is missing if it is an error, and 1 or 0 if it is true or false", async () => {
    expect((await reading(await sheet('<c t="e"><v>#N/A</v></c>'))).found).toMatchObject({
      code: "missing-value",
      where: { cell: "C9" },
    });
    expect(xs((await reading(await sheet('<c t="b"><v>1</v></c>'))).found)[ODD]).toBe(1);
    expect(xs((await reading(json(true))).found)[ODD]).toBe(1);
  });
});

describe("one value among dates that is none", () => {
  it.each([
    ["a number", NUMBER(1), "1.5"],
    ["a text", inline("soon"), "soon"],
    ["true", '<c t="b"><v>1</v></c>', "true"],
  ])("leaves the column out, as dates are, or is named if you ask for it: %s", async (_, cell, word) => {
    const { found, notes } = await reading(await sheet(cell, DAY));
    expect(found).toMatchObject({ features: ["z"] });
    expect(notes).toContain("ignored-text");
    const asked = await reading(await sheet(cell, DAY), { use: ["x"] });
    expect(asked.found).toMatchObject({ code: "unusable-column", where: { cell: "C9", field: "x" } });
    expect((asked.found as InputError).message).toContain(JSON.stringify(word));
    const bags = await readBags(await sheet(cell, DAY), { use: ["x"], na: [word], missing: "drop" });
    expect(bags.instances).toBe(ROWS - 1);
    expect(bags.features).toEqual(["x year", "x month", "x weekday", "x days", "z"]);
  });
});

describe("numbers and dates among words", () => {
  it("are words, as they are in text", async () => {
    const words = (row: number) => inline(row % 2 === 0 ? "low" : "high");
    for (const [cell, word] of [
      [NUMBER(2), "3"],
      ['<c t="d"><v>2026-01-05</v></c>', "2026-01-05"],
      ['<c t="b"><v>1</v></c>', "true"],
    ]) {
      const { found } = await reading(await sheet(cell, words));
      const values = ["high", "low", word].sort();
      expect(found).toMatchObject({ features: [...values.map((each) => `x=${each}`), "z"] });
      const at = values.indexOf(word);
      if (found instanceof BagSet) expect(found.bag(ODD >> 1).instance(ODD % 2)[at]).toBe(1);
    }
  });
});
