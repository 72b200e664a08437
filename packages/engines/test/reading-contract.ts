import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import { expect, it } from "vitest";
import { readBags, readParts } from "../../bagwise/src/node/files/read-bags.js";
import { ODD_NAMES } from "../../files/test/format/odd-names.js";
import { rowsOf } from "../src/engine.js";
import { bagHash } from "../src/grid-builder.js";
import { columnOverviews, countBags } from "../src/overview.js";
import { neededColumns, partsOf } from "../src/parts.js";
import { withTable } from "../src/read-source.js";
import { inSample } from "../src/sample.js";
import { Statement } from "../src/statement.js";
import type { Shared } from "./under-test.js";

/** The values of each bag, whatever the order of bags and instances. */
function content(bags: BagSet): Record<string, unknown> {
  const of = (i: number) => {
    const { label, size, instance } = bags.bag(i);
    return { label, instances: Array.from({ length: size }, (_, j) => [...instance(j)].join(" ")).sort() };
  };
  return Object.fromEntries(bags.ids().map((id, i) => [id, of(i)]));
}

/** What every engine must do alike when bags are read from it. */
export function readingContract({ rows, bags, engine, source }: Shared): void {
  it("gives the same bags, labels and values as the rows that were put in", async () => {
    const read = await readBags(engine().source, { table: "bags" });
    expect(content(read)).toEqual(content(bags));
    expect(read.features).toEqual(["x", "y"]);
  });

  it("gives bags in the order of their hashes, and instances in that of their values", async () => {
    const read = await readBags(engine().source, { table: "bags" });
    expect(read.ids()).toEqual([...read.ids()].sort((a, b) => (bagHash(a) < bagHash(b) ? -1 : 1)));
    for (const { size, instance } of read)
      for (let j = 1; j < size; j++) expect(instance(j)[0]).toBeGreaterThanOrEqual(instance(j - 1)[0]);
  });

  it("samples all positives and the other bags with the smallest hashes", async () => {
    const notes: string[] = [];
    const read = await readBags(engine().source, {
      table: "bags",
      trainBags: 30,
      onNote: ({ code }) => notes.push(code),
    });
    const others = bags.ids().filter((_, i) => bags.labelOf(i) !== "positive");
    const expected = others.sort((a, b) => (bagHash(a) < bagHash(b) ? -1 : 1)).slice(0, 18);
    expect(read.positive().size).toBe(12);
    expect(read.unlabeled().ids()).toEqual(expected);
    expect(notes).toContain("bags-sampled");
  });

  it("finds the same sample without naming its bags", async () => {
    const bagsIn = async (mostNamed: number) =>
      await withTable(await source(), { table: "bags" }, async (table) => {
        const statement = new Statement(table.engine.dialect);
        const condition = await inSample(table, { positive: 5, others: 7 }, statement, { mostNamed });
        const sql = `SELECT DISTINCT ${table.bagText} FROM ${table.from} WHERE ${condition}`;
        return (await rowsOf(await table.engine.run(sql, statement.parameters))).map(String).sort();
      });
    const named = await bagsIn(12);
    expect(named).toHaveLength(12);
    expect(await bagsIn(11)).toEqual(named);
  });

  it("counts bags, instances, missing values and ranges itself", async () => {
    const counts = await withTable(await source(), { table: "bags" }, async (table) => ({
      ...(await countBags(table)),
      columns: await columnOverviews(table),
    }));
    const xs = rows.map(([, , x]) => x ?? 0);
    expect(counts).toMatchObject({ bags: 60, instances: rows.length, positive: 12, largest: 4 });
    const x = counts.columns.find((column) => column.name === "x");
    expect(x).toMatchObject({ missing: 0, min: Math.min(...xs), max: Math.max(...xs) });
    expect(x?.mean).toBeCloseTo(xs.reduce((sum, each) => sum + each, 0) / xs.length, 12);
  });

  it("gives all bags once, whole, in parts of bounded size, and can go on after any of them", async () => {
    const ids = await withTable(await source(), { table: "bags" }, async (table) => {
      const columns = neededColumns(table, {});
      const parts: { ids: string[]; upTo: string; rows: number }[] = [];
      for await (const { grid, upTo } of partsOf(table, columns, { values: 80 })) {
        const at = grid.columns.indexOf("bag");
        const found = Array.from({ length: grid.length }, (_, row) => String(grid.cell(row, at)));
        parts.push({ ids: [...new Set(found)], upTo, rows: grid.length });
      }
      const rest: string[] = [];
      for await (const { grid } of partsOf(table, columns, { after: parts[1].upTo }))
        for (let row = 0; row < grid.length; row++) rest.push(String(grid.cell(row, grid.columns.indexOf("bag"))));
      expect(new Set(rest)).toEqual(new Set(parts.slice(2).flatMap((part) => part.ids)));
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(rows.length);
      return parts.flatMap((part) => part.ids);
    });
    expect(ids.length).toBe(60);
    expect(new Set(ids)).toEqual(new Set(bags.ids()));
  });

  it("reads the rows of a query, with a comment at its end", async () => {
    const read = await readBags(engine().source, { query: "SELECT bag, label, y FROM bags WHERE y > 0 -- half" });
    expect(read.features).toEqual(["y"]);
    expect(read.size).toBe(new Set(rows.filter(([, , , y]) => y > 0).map(([bag]) => bag)).size);
  });

  it("keeps names of columns that look like none", async () => {
    const odd = ODD_NAMES.filter((name) => /^[\s\ufeff,'?]+$/.test(name));
    const columns = odd.map((name, k) => `x + ${k} AS "${name}"`);
    const read = await readBags(engine().source, { query: `SELECT bag, label, ${columns.join(", ")} FROM bags` });
    expect(read.features).toEqual(odd);
    expect(odd).toHaveLength(9);
  });

  it("reads a list of numbers as a vector of features", async () => {
    const read = await readBags(engine().source, { query: "SELECT bag, label, ARRAY[x, y] AS v FROM bags" });
    expect(read.dimension).toBe(2);
    expect(content(read)).toEqual(content(bags));
  });

  it("reads long form: one row for each bag, instance and feature", async () => {
    const part = (feature: string, value: string, where = "") =>
      `SELECT bag, label, CAST(y AS varchar(40)) AS instance, '${feature}' AS feature, ${value} AS value FROM bags${where}`;
    const hostile = `it's "x"; --`;
    const names = ["x", hostile];
    const query = `${part("x", "x")} UNION ALL ${part(hostile.replaceAll("'", "''"), "y")}`;
    const read = await readBags(engine().source, { query, long: true });
    expect(new Set(read.features)).toEqual(new Set(names));
    const values = (set: BagSet, name: string, id: string) => {
      const { size, instance } = set.bag(set.ids().indexOf(id));
      return Array.from({ length: size }, (_, j) => instance(j)[set.features.indexOf(name)]).sort();
    };
    for (const id of bags.ids())
      for (const [name, column] of [
        ["x", "x"],
        [hostile, "y"],
      ])
        expect(values(read, name, id)).toEqual(values(bags, column, id));
    expect(read.positive().size).toBe(12);
    const gap = `${part("x", "x")} UNION ALL ${part("y", "y", " WHERE bag <> 'bag 7'")}`;
    await expect(readBags(engine().source, { query: gap, long: true })).rejects.toMatchObject({
      code: "missing-value",
      where: { bag: "bag 7", field: "y" },
    });
    const filled = await readBags(engine().source, { query: gap, long: true, missing: "zero" });
    expect(new Set(values(filled, "y", "bag 7"))).toEqual(new Set([0]));
    const twice = readBags(engine().source, {
      query: `${query} UNION ALL ${part("x", "y")}`,
      featureColumn: "feature",
    });
    await expect(twice).rejects.toMatchObject({ code: "two-values" });
    const changed = `${part("x", "x")} UNION ALL ${part("y", "y").replace("label,", "1 - label AS label,")}`;
    await expect(readBags(engine().source, { query: changed, long: true })).rejects.toMatchObject({
      code: "two-values",
      message: expect.stringContaining('two values of the column "label"'),
    });
    const alike = `${part("x", "x")} UNION ALL ${part("X", "y")}`;
    await expect(readBags(engine().source, { query: alike, long: true })).rejects.toThrow(/differ only in case/);
    await expect(readBags(engine().source, { query, valueColumn: "nothing" })).rejects.toMatchObject({
      code: "option",
    });
  });

  it("takes labels from a file, and reads all bags that it calls positive", async () => {
    const query = "SELECT bag, x, y FROM bags";
    const known = ["bag 2", "bag 11", "bag 17"];
    const labels = { text: `bag,label\n${known.map((id) => `${id},1\n`).join("")}bag 4,-1\nno such bag,1\n` };
    const notes: Note[] = [];
    const onNote = (note: Note) => notes.push(note);
    const read = await readBags(engine().source, { query, labels, trainBags: 10, onNote });
    expect(new Set(read.positive().ids())).toEqual(new Set(known));
    expect(notes.map(({ code }) => code)).toContain("bags-sampled");
    // A bag that is not in the sample is still a bag.
    expect(notes.find(({ code }) => code === "labels-unknown")?.message).toMatch(/^1 id of .*: "?no such bag"?$/);
    const others = bags.ids().filter((id) => !known.includes(id));
    const expected = others.sort((a, b) => (bagHash(a) < bagHash(b) ? -1 : 1)).slice(0, 7);
    expect(read.ids().filter((id) => !known.includes(id))).toEqual(expected);
    const found = new Map<string, string>();
    notes.length = 0;
    for await (const part of readParts(engine().source, { query, labels, recipe: read.recipe, onNote }))
      for (const [i, id] of part.ids().entries()) found.set(id, part.labelOf(i));
    expect(found.size).toBe(60);
    expect([...found].filter(([, label]) => label !== "unlabeled")).toEqual(
      expect.arrayContaining([...known.map((id) => [id, "positive"]), ["bag 4", "negative"]]),
    );
    expect(notes.filter(({ code }) => code === "labels-unknown")).toHaveLength(1);
  });

  it("refuses labels of which none is of a bag, also where it reads a sample", async () => {
    const query = "SELECT bag, x, y FROM bags";
    const labels = { text: "bag,label\nBAG 2,1\nBAG 11,0\n" };
    for (const trainBags of [10, 60])
      await expect(readBags(engine().source, { query, labels, trainBags })).rejects.toMatchObject({
        code: "labels-unmatched",
        message: expect.stringMatching(/BAG 2.*bags are/),
      });
  });

  it("finds a label by an id with white space of any kind around it, as a file does", async () => {
    // All that JavaScript trims.
    const space = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
    const renamed = `CASE bag WHEN 'bag 2' THEN 'bag 2\t' WHEN 'bag 11' THEN '${space}bag 11${space}' ELSE bag END`;
    const query = `SELECT ${renamed} AS bag, x, y FROM bags`;
    const labels = { text: "bag,label\nbag 2,1\nbag 11,1\nbag 17,1\n" };
    const notes: string[] = [];
    const onNote = ({ code }: Note) => notes.push(code);
    const read = await readBags(engine().source, { query, labels, trainBags: 10, onNote });
    const names = new Map([
      ["bag 2", "bag 2\t"],
      ["bag 11", `${space}bag 11${space}`],
    ]);
    const whole = [...bags].map(({ id, size, instance }) => ({
      id: names.get(id) ?? id,
      instances: Array.from({ length: size }, (_, j) => ({ x: instance(j)[0], y: instance(j)[1] })),
    }));
    const file = await readBags({ text: JSON.stringify(whole), name: "bags.json" }, { labels, bag: "id" });
    expect(new Set(read.positive().ids())).toEqual(new Set(file.positive().ids()));
    expect(read.positive().size).toBe(3);
    expect(notes).not.toContain("labels-unknown");
  });

  it("takes a label with a tab at its end for what it is without, as a file does", async () => {
    const query = "SELECT bag, CASE WHEN label = 1 THEN 'yes\t' ELSE ' ?\n' END AS label, x, y FROM bags";
    const read = await readBags(engine().source, { query, trainBags: 30 });
    expect(read.positive().size).toBe(12);
    expect(read.size).toBe(30);
  });

  it.each([
    ["a table that is not there", { table: "nothing" }, "engine-schema"],
    ["a column that is not there", { query: "SELECT bag, nothing FROM bags" }, "engine-schema"],
    ["a query that is none", { query: "SELECT FROM WHERE" }, "engine-statement"],
    ["a name that is none", { table: 'a"b' }, "engine-schema"],
    ["an empty query", { query: " ; " }, "engine-statement"],
  ])("says in one sentence that it refuses %s", async (_, wanted, code) => {
    const refused = readBags(engine().source, wanted);
    await expect(refused).rejects.toMatchObject({ name: "InputError", code });
    await expect(refused).rejects.toThrow(/^[^\n]*$/);
  });

  it("takes names with quotes, blanks and statements in them as names", async () => {
    const hostile = 'a "b"; DROP TABLE bags; --';
    const quoted = `"${hostile.replaceAll('"', '""')}"`;
    const query = `SELECT bag, label, x AS ${quoted} FROM bags`;
    const read = await readBags(engine().source, { query });
    expect(read.features).toEqual([hostile]);
    expect(await readBags(engine().source, { query, show: [hostile], use: [hostile] })).toMatchObject({ size: 60 });
    await expect(readBags(engine().source, { table: quoted })).rejects.toMatchObject({ code: "engine-schema" });
    expect(await engine().query("SELECT COUNT(*) FROM bags")).not.toEqual([]);
  });

  it("names the bag and the column where a value is missing", async () => {
    const query = "SELECT bag, label, x, CASE WHEN bag = 'bag 7' THEN NULL ELSE y END AS y FROM bags";
    await expect(readBags(engine().source, { query })).rejects.toMatchObject({
      code: "missing-value",
      where: { field: "y", bag: "bag 7" },
    });
    expect((await readBags(engine().source, { query, missing: "drop" })).size).toBe(59);
  });
}
