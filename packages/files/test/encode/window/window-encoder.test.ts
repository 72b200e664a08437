import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/format/format.js";
import { readBags } from "../../../src/format/read-bags.js";
import { writeTable } from "../../../src/format/table/write-table.js";
import { gathered, refusal } from "../../format/table/tables.js";

async function read(text: string, options: ReadOptions = {}, name = "series.csv") {
  const notes: Note[] = [];
  const bags = await readBags({ text, name }, { ...options, onNote: (note) => notes.push(note) });
  return { bags, notes, codes: notes.map(({ code }) => code) };
}

const COLUMNS = ["pump", "label", "site", "t", "x"];
/** Numbers without any order. */
const wild = (k: number) => ((7919 * (k + 1)) % 997) / 10;

/** Two series of ten rows, a second apart. */
const rowsOf = (time: (k: number) => unknown = (k) => k): unknown[][] =>
  ["p", "q"].flatMap((pump, i) =>
    Array.from({ length: 10 }, (_, k) => [pump, i, `site ${pump}`, time(k), wild(10 * i + k)]),
  );
const csv = (rows: readonly unknown[][], columns = COLUMNS) =>
  [columns, ...rows].map((row) => row.join(",")).join("\n");

/** The feature of every instance of a bag. */
const featureOf = (bags: BagSet, i: number, name: string) =>
  Array.from({ length: bags.sizeOf(i) }, (_, j) => bags.bag(i).instance(j)[bags.features.indexOf(name)]);
const namesOf = (bags: BagSet, i: number) => Array.from({ length: bags.sizeOf(i) }, (_, j) => bags.instanceName(i, j));

const options: ReadOptions = { bag: "pump", window: 4, step: 2, time: "t" };

describe("windows of a table", () => {
  it("are the instances of the entity, called by their times", async () => {
    const { bags, notes } = await read(csv(rowsOf()), options);
    expect(bags.ids()).toEqual(["p", "q"]);
    expect(bags.labelOf(0)).toBe("unlabeled");
    expect(bags.labelOf(1)).toBe("positive");
    expect(namesOf(bags, 1)).toEqual(["t 0 to 3", "t 2 to 5", "t 4 to 7", "t 6 to 9"]);
    expect(bags.features).toEqual(["mean", "sd", "min", "max", "slope", "change", "lag"].map((each) => `x ${each}`));
    const mean = (from: number) => [0, 1, 2, 3].reduce((sum, k) => sum + wild(10 + from + k), 0) / 4;
    const found = featureOf(bags, 1, "x mean");
    for (const [j, value] of found.entries()) expect(value).toBeCloseTo(mean(2 * j), 10);
    expect(notes.find(({ code }) => code === "windows-made")?.message).toBe(
      "8 windows of 4 units of t, every 2, of 2 series",
    );
  });

  it("do not keep the time, and keep what belongs to the entity", async () => {
    const { bags } = await read(csv(rowsOf()), options);
    expect(bags.features.some((name) => /^t\b/.test(name))).toBe(false);
    expect(bags.shownOf(0, "site")).toBe("site p");
    expect(bags.recipe?.show).toEqual(["site", "window"]);
  });

  it("are the same wherever the rows stand", async () => {
    const rows = rowsOf();
    const shuffled = rows.map((_, k) => rows[(7 * k + 3) % rows.length]);
    const [{ bags }, other] = [await read(csv(rows), options), (await read(csv(shuffled), options)).bags];
    for (const id of ["p", "q"]) {
      const [i, j] = [bags.ids().indexOf(id), other.ids().indexOf(id)];
      expect([...other.bag(j).values]).toEqual([...bags.bag(i).values]);
      expect(namesOf(other, j)).toEqual(namesOf(bags, i));
    }
  });

  it.each([
    ["2024-03-01", (k: number) => `2024-03-0${1 + (k >> 1)}`, "2024-03-01 to 2024-03-02", 2 * 86400],
    ["times of a day", (k: number) => `2024-03-01 10:0${k}:30`, "2024-03-01 10:00:30 to 10:03:30", 240],
    ["a zone", (k: number) => `2024-03-01T10:0${k}:00+02:00`, "2024-03-01 08:00 to 08:03", 240],
    ["days before months", (k: number) => `${13 + k}.03.2024`, "2024-03-13 to 2024-03-16", 4 * 86400],
  ])("take dates in seconds: %s", async (_, time, name, window) => {
    const { bags } = await read(csv(rowsOf(time)), { ...options, window, step: window / 2 });
    expect(bags.instanceName(0, 0)).toBe(name);
    expect(bags.sizeOf(0)).toBe(4);
  });

  it("count rows without a column of time, in the order of the file", async () => {
    const { bags } = await read(csv(rowsOf()), { bag: "pump", window: 4, ignore: ["t"] });
    expect(namesOf(bags, 0)).toEqual(["rows 1 to 4", "rows 3 to 6", "rows 5 to 8", "rows 7 to 10"]);
  });

  it("come alike from every format with columns", async () => {
    const { bags } = await read(csv(rowsOf()), options);
    const rows = rowsOf();
    const table = () => ({ columns: COLUMNS, rows: rows as (string | number)[][] });
    for (const format of ["parquet", "xlsx", "jsonl", "arrow", "tsv", "json"] as const) {
      const bytes = await gathered(writeTable(table(), format));
      const again = await readBags(bytes, { ...options, name: `series.${format}` });
      expect([format, ...again.data]).toEqual([format, ...bags.data]);
      expect(namesOf(again, 1)).toEqual(namesOf(bags, 1));
    }
  });

  it("come from lists of rows in JSON", async () => {
    const { bags } = await read(csv(rowsOf()), options);
    const nested = ["p", "q"].map((pump, i) => ({
      pump,
      label: i,
      readings: Array.from({ length: 10 }, (_, k) => ({ t: k, x: wild(10 * i + k) })),
    }));
    const again = (await read(JSON.stringify(nested), options, "series.json")).bags;
    expect([...again.data]).toEqual([...bags.data]);
    const scored = await read(JSON.stringify(nested.slice(1)), { recipe: again.recipe }, "series.json");
    expect([...scored.bags.data]).toEqual([...bags.bag(1).values]);
  });

  it("are made alike for another file by the recipe", async () => {
    const { bags } = await read(csv(rowsOf()), options);
    const recipe = JSON.parse(JSON.stringify(bags.recipe));
    const unlabeled = csv(
      rowsOf().map(([pump, , ...rest]) => [pump, ...rest]),
      COLUMNS.filter((name) => name !== "label"),
    );
    const { bags: again } = await read(unlabeled, { recipe });
    expect([...again.data]).toEqual([...bags.data]);
    expect(namesOf(again, 0)).toEqual(namesOf(bags, 0));
    const error = await refusal(() => read(csv(rowsOf(), ["pump", "label", "site", "t", "y"]), { recipe }));
    expect(error.code).toBe("no-such-column");
  });

  it("leave missing values out, and have their share as a feature if there are any", async () => {
    const rows = rowsOf().map((row, k) => (k < 5 ? [...row.slice(0, 4), k === 1 ? "NA" : ""] : row));
    const { bags, notes } = await read(csv(rows), options);
    expect(bags.features.at(-1)).toBe("x missing");
    expect(featureOf(bags, 0, "x missing")).toEqual([1, 0.75, 0.25, 0]);
    expect(featureOf(bags, 1, "x missing")).toEqual([0, 0, 0, 0]);
    const present = [5, 6, 7, 8, 9].map(wild);
    // The first window has no value: it is the mean of its series.
    expect(featureOf(bags, 0, "x mean")[0]).toBeCloseTo(present.reduce((sum, x) => sum + x, 0) / 5, 10);
    expect(featureOf(bags, 0, "x sd")[0]).toBe(0);
    expect(featureOf(bags, 0, "x min")[1]).toBe(wild(5));
    expect(notes.find(({ code }) => code === "window-gaps")?.message).toContain('"x" (5 rows)');
    const { bags: full } = await read(csv(rowsOf()), options);
    const { bags: scored } = await read(csv(rows), { recipe: full.recipe });
    expect(scored.features).toEqual(full.features);
    const none = rowsOf().map((row) => (row[0] === "p" ? [...row.slice(0, 4), ""] : row));
    const overall = (await read(csv(none), { recipe: full.recipe })).bags;
    const all = Array.from({ length: 20 }, (_, k) => wild(k));
    expect(featureOf(overall, 0, "x max")[0]).toBeCloseTo(all.reduce((sum, x) => sum + x, 0) / 20, 10);
  });

  it("have shares of words, and of yes and no", async () => {
    const rows = rowsOf().map(([pump, label, , t], k) => [
      pump,
      label,
      k % 4 === 0 ? "alarm" : "ok",
      t,
      k % 2 ? "yes" : "no",
    ]);
    const { bags } = await read(csv(rows), options);
    expect(bags.features).toEqual(["site=alarm share", "site=ok share", "x share"]);
    expect(featureOf(bags, 0, "site=alarm share")).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(featureOf(bags, 0, "x share")).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it("leave out numbers that only count, and texts that change, unless you want them", async () => {
    const rows = Array.from({ length: 60 }, (_, k) => [`p${k % 3}`, k, 1.7e9 + 5 * k, `note ${k}`, wild(k)]);
    const columns = ["pump", "reading", "logged_at", "remark", "x"];
    const { bags, codes, notes } = await read(csv(rows, columns), { bag: "pump", window: 5 });
    expect(new Set(bags.features.map((name) => name.split(" ")[0]))).toEqual(new Set(["x"]));
    expect(codes).toEqual(expect.arrayContaining(["row-number", "ignored-dates", "varying-columns"]));
    expect(notes.find(({ code }) => code === "varying-columns")?.columns).toEqual(["remark"]);
    const wanted = await read(csv(rows, columns), { bag: "pump", window: 5, use: ["reading"] });
    expect(wanted.bags.features).toContain("reading mean");
  });

  it("keep a number that belongs to the entity as it is", async () => {
    const rows = rowsOf().map((row, k) => [...row, k < 10 ? 31.5 : 48]);
    const { bags } = await read(csv(rows, [...COLUMNS, "age"]), options);
    expect(featureOf(bags, 0, "age")).toEqual([31.5, 31.5, 31.5, 31.5]);
    expect(bags.features.filter((name) => name.startsWith("age"))).toEqual(["age"]);
  });

  it("take a label that stands in some rows only, and read decimal commas", async () => {
    const rows = rowsOf().map(([pump, , site, t, x], k) => [
      pump,
      k === 13 ? 1 : "",
      site,
      t,
      String(x).replace(".", ","),
    ]);
    const text = [COLUMNS, ...rows].map((row) => row.join(";")).join("\n");
    const { bags } = await read(text, options);
    expect([0, 1].map((i) => bags.labelOf(i))).toEqual(["unlabeled", "positive"]);
    expect([...bags.data]).toEqual([...(await read(csv(rowsOf()), options)).bags.data]);
    expect([...(await read(text, { recipe: bags.recipe })).bags.data]).toEqual([...bags.data]);
  });

  it("take the numbers of columns instead of their names", async () => {
    const { bags } = await read(csv(rowsOf()), { ...options, bag: "1", label: "2", ignore: ["3"] });
    expect(bags.ids()).toEqual(["p", "q"]);
    expect(bags.shown.map(({ name }) => name)).toEqual(["window"]);
  });
});

describe("a series that cannot be cut", () => {
  const spoilt = (row: number, column: number, value: unknown) =>
    csv(rowsOf().map((each, k) => each.map((cell, at) => (k === row && at === column ? value : cell))));

  it.each([
    ["a missing time", spoilt(4, 3, ""), {}, "no-time", { line: 6, field: "t" }],
    ["a word as time", spoilt(4, 3, "soon"), {}, "no-time", { line: 6, field: "t" }],
    ["different labels", spoilt(4, 1, "1"), {}, "two-labels", { line: 6, field: "label" }],
    ["a word among numbers", spoilt(4, 4, "high"), {}, "not-a-number", { line: 6, field: "x" }],
    ["no such column of time", csv(rowsOf()), { time: "when" }, "no-such-column", {}],
    ["the bag as time", csv(rowsOf()), { time: "pump" }, "two-roles", {}],
    ["no length", csv(rowsOf()), { window: undefined }, "no-window", {}],
    ["half rows", csv(rowsOf()), { window: 2.5, time: undefined, step: undefined }, "option", {}],
    ["no length at all", csv(rowsOf()), { window: 0 }, "option", {}],
    ["a blank bag", spoilt(4, 0, ""), {}, "empty-bag-id", { line: 6 }],
  ])("is refused with its place: %s", async (_, text, more, code, where) => {
    const error = await refusal(() => read(text, { ...options, ...more }));
    expect(error.code).toBe(code);
    expect(error.where).toMatchObject(where);
  });
});
