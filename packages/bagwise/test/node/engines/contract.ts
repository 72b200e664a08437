import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { auto } from "../../../src/learners/auto/auto.js";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import type { Model } from "../../../src/model/model.js";
import { rowsOf } from "../../../src/node/engines/engine.js";
import { bagHash } from "../../../src/node/engines/grid-builder.js";
import { columnOverviews, countBags } from "../../../src/node/engines/overview.js";
import { neededColumns, partsOf } from "../../../src/node/engines/parts.js";
import { withTable } from "../../../src/node/engines/read-source.js";
import { inSample } from "../../../src/node/engines/sample.js";
import { scoreInDatabase, scoreInto } from "../../../src/node/engines/score-into.js";
import { Statement } from "../../../src/node/engines/statement.js";
import { neededStatistics, statisticParts } from "../../../src/node/engines/statistic-parts.js";
import { databaseOf, readBags, readParts } from "../../../src/node/read-bags.js";
import { random } from "./rows.js";

/** An engine to test: how to fill it, and what its address is. */
export interface EngineUnderTest {
  /** The address, as users type it. */
  readonly source: string;
  /** Makes a table with the columns bag (text), label (a whole number or null), x and y (doubles). */
  load(table: string, rows: readonly Row[]): Promise<void>;
  /** All rows of a query, for checks. */
  query(sql: string): Promise<unknown[][]>;
  /** Runs statements that give nothing. */
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export type Row = readonly [bag: string, label: number | null, x: number | null, y: number];

/** 60 bags, of which every fifth is labelled, in no order; a hostile id is among them. */
export function rowsOfBags(bags = 60): Row[] {
  const next = random(7);
  const rows: Row[] = [];
  for (let i = 0; i < bags; i++) {
    const label = i % 5 === 0 ? 1 : 0;
    const id = i === 3 ? `it's "3"; DROP TABLE bags; -- é` : `bag ${i}`;
    for (let j = 0; j < 1 + (i % 4); j++) rows.push([id, label, next() + (j === 0 ? 2 * label : 0), next() * 10 - 5]);
  }
  return rows.sort((a, b) => a[3] - b[3]);
}

/** The same rows as bags, made without any engine. */
export function bagsOf(rows: readonly Row[]): BagSet {
  const ids = [...new Set(rows.map(([bag]) => bag))];
  return BagSet.from(
    ids.map((id) => {
      const own = rows.filter(([bag]) => bag === id);
      const instances = own.map(([, , x, y]) => ({ x: x ?? 0, y }));
      return { id, label: own[0][1] === 1 ? "positive" : "unlabeled", instances };
    }),
  );
}

/** The values of each bag, whatever the order of bags and instances. */
function content(bags: BagSet): Record<string, unknown> {
  const of = (i: number) => {
    const { label, size, instance } = bags.bag(i);
    return { label, instances: Array.from({ length: size }, (_, j) => [...instance(j)].join(" ")).sort() };
  };
  return Object.fromEntries(bags.ids().map((id, i) => [id, of(i)]));
}

/** What every engine must do alike. */
export function contract(name: string, start: () => Promise<EngineUnderTest>): void {
  describe(`${name} as a source`, () => {
    const rows = rowsOfBags();
    const bags = bagsOf(rows);
    let engine: EngineUnderTest;
    let model: Model;

    beforeAll(async () => {
      engine = await start();
      await engine.load("bags", rows);
      model = await auto({ seed: 1 }).fit(bags);
    }, 700_000);
    afterAll(async () => {
      await engine?.stop();
    });

    const source = async () => {
      const found = await databaseOf(engine.source);
      if (found === undefined) throw new Error("no source");
      return found;
    };

    it("gives the same bags, labels and values as the rows that were put in", async () => {
      const read = await readBags(engine.source, { table: "bags" });
      expect(content(read)).toEqual(content(bags));
      expect(read.features).toEqual(["x", "y"]);
    });

    it("gives bags in the order of their hashes, and instances in that of their values", async () => {
      const read = await readBags(engine.source, { table: "bags" });
      expect(read.ids()).toEqual([...read.ids()].sort((a, b) => (bagHash(a) < bagHash(b) ? -1 : 1)));
      for (const { size, instance } of read)
        for (let j = 1; j < size; j++) expect(instance(j)[0]).toBeGreaterThanOrEqual(instance(j - 1)[0]);
    });

    it("samples all positives and the other bags with the smallest hashes", async () => {
      const notes: string[] = [];
      const read = await readBags(engine.source, {
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

    it("gives the same scores as the bags themselves, to 1e-9", async () => {
      const scores = new Map(model.predict(bags).map(({ bag, score }) => [bag, score]));
      let seen = 0;
      for await (const part of readParts(engine.source, { table: "bags" }))
        for (const { bag, score } of model.predict(part)) {
          seen++;
          expect(Math.abs(score - (scores.get(bag) ?? Number.NaN))).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
        }
      expect(seen).toBe(60);
    });

    it("reads the rows of a query, with a comment at its end", async () => {
      const read = await readBags(engine.source, { query: "SELECT bag, label, y FROM bags WHERE y > 0 -- half" });
      expect(read.features).toEqual(["y"]);
      expect(read.size).toBe(new Set(rows.filter(([, , , y]) => y > 0).map(([bag]) => bag)).size);
    });

    it("reads a list of numbers as a vector of features", async () => {
      const read = await readBags(engine.source, { query: "SELECT bag, label, ARRAY[x, y] AS v FROM bags" });
      expect(read.dimension).toBe(2);
      expect(content(read)).toEqual(content(bags));
    });

    it("reads long form: one row for each bag, instance and feature", async () => {
      const part = (feature: string, value: string, where = "") =>
        `SELECT bag, label, CAST(y AS varchar(40)) AS instance, '${feature}' AS feature, ${value} AS value FROM bags${where}`;
      const hostile = `it's "x"; --`;
      const names = ["x", hostile];
      const query = `${part("x", "x")} UNION ALL ${part(hostile.replaceAll("'", "''"), "y")}`;
      const read = await readBags(engine.source, { query, long: true });
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
      await expect(readBags(engine.source, { query: gap, long: true })).rejects.toMatchObject({
        code: "missing-value",
        where: { bag: "bag 7", field: "y" },
      });
      const filled = await readBags(engine.source, { query: gap, long: true, missing: "zero" });
      expect(new Set(values(filled, "y", "bag 7"))).toEqual(new Set([0]));
      const twice = readBags(engine.source, {
        query: `${query} UNION ALL ${part("x", "y")}`,
        featureColumn: "feature",
      });
      await expect(twice).rejects.toMatchObject({ code: "two-values" });
      const changed = `${part("x", "x")} UNION ALL ${part("y", "y").replace("label,", "1 - label AS label,")}`;
      await expect(readBags(engine.source, { query: changed, long: true })).rejects.toMatchObject({
        code: "two-values",
        message: expect.stringContaining('two values of the column "label"'),
      });
      const alike = `${part("x", "x")} UNION ALL ${part("X", "y")}`;
      await expect(readBags(engine.source, { query: alike, long: true })).rejects.toThrow(/differ only in case/);
      await expect(readBags(engine.source, { query, valueColumn: "nothing" })).rejects.toMatchObject({
        code: "option",
      });
    });

    it("takes labels from a file, and reads all bags that it calls positive", async () => {
      const query = "SELECT bag, x, y FROM bags";
      const known = ["bag 2", "bag 11", "bag 17"];
      const labels = { text: `bag,label\n${known.map((id) => `${id},1\n`).join("")}bag 4,-1\nno such bag,1\n` };
      const notes: string[] = [];
      const onNote = ({ code }: { code: string }) => notes.push(code);
      const read = await readBags(engine.source, { query, labels, trainBags: 10, onNote });
      expect(new Set(read.positive().ids())).toEqual(new Set(known));
      // A bag that is not in the sample is still a bag.
      expect(notes).toContain("bags-sampled");
      expect(notes).not.toContain("labels-unknown");
      const others = bags.ids().filter((id) => !known.includes(id));
      const expected = others.sort((a, b) => (bagHash(a) < bagHash(b) ? -1 : 1)).slice(0, 7);
      expect(read.ids().filter((id) => !known.includes(id))).toEqual(expected);
      const found = new Map<string, string>();
      for await (const part of readParts(engine.source, { query, labels, recipe: read.recipe }))
        for (const [i, id] of part.ids().entries()) found.set(id, part.labelOf(i));
      expect(found.size).toBe(60);
      expect([...found].filter(([, label]) => label !== "unlabeled")).toEqual(
        expect.arrayContaining([...known.map((id) => [id, "positive"]), ["bag 4", "negative"]]),
      );
    });

    it("writes the scores of all bags to a table, and goes on after it was stopped", async () => {
      await engine.run("DROP TABLE IF EXISTS scores");
      const of = ["model"];
      let calls = 0;
      const stopped = scoreInto(
        await source(),
        { table: "bags" },
        {
          into: "scores",
          of,
          values: 80,
          predict: (part) => {
            if (++calls === 3) throw new Error("stopped");
            return model.predict(part);
          },
        },
      );
      await expect(stopped).rejects.toThrow("stopped");
      await expect(engine.query("SELECT * FROM scores")).rejects.toThrow();
      let bagsAgain = 0;
      const done = await scoreInto(
        await source(),
        { table: "bags" },
        {
          into: "scores",
          of,
          values: 80,
          predict: (part) => {
            bagsAgain += part.size;
            return model.predict(part);
          },
        },
      );
      expect(done.bags).toBe(60);
      expect(done.notes.map(({ code }) => code)).toEqual(["scoring-resumed"]);
      expect(bagsAgain).toBeLessThan(60);
      const written = await engine.query("SELECT bag, score, predicted, held_out FROM scores");
      const expected = model.predict(bags);
      expect(new Map(written.map(([bag, score]) => [bag, Number(score)]))).toEqual(
        new Map(expected.map(({ bag, score }) => [bag, expect.closeTo(score, 9)])),
      );
      const again = scoreInto(
        await source(),
        { table: "bags" },
        { into: "scores", of, predict: (b) => model.predict(b) },
      );
      await expect(again).rejects.toMatchObject({ code: "engine-exists" });
      const replaced = await scoreInto(
        await source(),
        { table: "bags" },
        { into: "scores", of, force: true, predict: (b) => model.predict(b) },
      );
      expect(replaced.bags).toBe(60);
      await engine.run("DROP TABLE scores");
    });

    it.each(["normalised-minimax-polynomial", "mean-gaussian"])(
      "reduces bags itself for a model with the kernel %s, which then has the same scores",
      async (kernel) => {
        await engine.run("DROP TABLE IF EXISTS reduced");
        const own = await puSkc({ kernel, seed: 1, prior: 0.3, degree: [1, 2] }).fit(bags);
        const late = `CASE WHEN bag = 'bag 7' AND x > 0.5 THEN NULL ELSE y END`;
        const query = `SELECT bag, label, x, ${late} AS y FROM bags`;
        const read: string[] = [];
        const done = await scoreInto(
          await source(),
          { query, missing: "zero" },
          {
            into: "reduced",
            of: [kernel],
            values: 80,
            model: own,
            predict: (part) => {
              read.push(...part.ids());
              return own.predict(part, { heldOut: true });
            },
          },
        );
        // A bag with a missing value is read, and is no training bag any more; no other is.
        expect(read).toEqual(["bag 7"]);
        expect(done).toMatchObject({ bags: 60, heldOut: 59 });
        const rowsThen = rows.map(
          ([bag, label, x, y]): Row => [bag, label, x, bag === "bag 7" && (x ?? 0) > 0.5 ? 0 : y],
        );
        const expected = new Map(own.predict(bagsOf(rowsThen), { heldOut: true }).map((each) => [each.bag, each]));
        const written = await engine.query("SELECT bag, score, predicted, held_out FROM reduced");
        expect(written.length).toBe(60);
        for (const [bag, score, predicted, held] of written) {
          const one = expected.get(String(bag));
          expect(Math.abs(Number(score) - (one?.score ?? Number.NaN))).toBeLessThan(
            1e-9 * Math.max(1, Math.abs(one?.score ?? 0)),
          );
          expect(predicted).toBe(one?.predicted);
          expect(Number(held)).toBe(one?.heldOut ? 1 : 0);
        }
        await engine.run("DROP TABLE reduced");
      },
    );

    it("reduces bags of more features than fit in a statement, and joins them by the bag", async () => {
      const names = Array.from({ length: 130 }, (_, k) => `f${k}`);
      const query = `SELECT bag, ${names.map((name, k) => `x + ${k} * y AS ${name}`).join(", ")} FROM bags`;
      const wide = BagSet.from(
        [...bags].map(({ id, label, size, instance }) => ({
          id,
          label,
          instances: Array.from({ length: size }, (_, j) =>
            Object.fromEntries(names.map((name, k) => [name, instance(j)[0] + k * instance(j)[1]])),
          ),
        })),
      );
      const own = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(wide);
      const found = await withTable(await source(), { query }, async (table) => {
        const needed = neededStatistics(table, own);
        if (needed === undefined) throw new Error("it needs statistics alone");
        const scores = new Map<string, number>();
        let parts = 0;
        for await (const part of statisticParts(table, needed, { values: 5000 })) {
          parts++;
          expect(part.gaps).toEqual([]);
          for (const { bag, score } of own.predict(part.bags)) scores.set(bag, score);
        }
        expect(parts).toBeGreaterThan(1);
        return scores;
      });
      expect(found.size).toBe(60);
      for (const { bag, score } of own.predict(wide))
        expect(Math.abs((found.get(bag) ?? Number.NaN) - score)).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
    });

    it("computes the same scores itself, to 1e-9, with held-out ones for training bags", async () => {
      await engine.run("DROP TABLE IF EXISTS own");
      const query = "SELECT * FROM bags";
      const few = await readBags(engine.source, { query, trainBags: 40 });
      const own = await auto({ seed: 1 }).fit(few);
      const options = { query, recipe: own.card.recipe };
      const done = await scoreInDatabase(await source(), options, { model: own, into: "own" });
      expect(done).toMatchObject({ bags: 60, heldOut: 40 });
      const expected = new Map(own.predict(bags, { heldOut: true }).map((each) => [each.bag, each]));
      const written = await engine.query("SELECT bag, score, predicted, probability, held_out FROM own");
      for (const [bag, score, predicted, probability, held] of written) {
        const one = expected.get(String(bag));
        expect(Math.abs(Number(score) - (one?.score ?? 0))).toBeLessThan(1e-9 * Math.max(1, Math.abs(one?.score ?? 0)));
        expect(predicted).toBe(one?.predicted);
        expect(Number(probability)).toBeCloseTo(one?.probability ?? Number.NaN, 9);
        expect(Number(held)).toBe(one?.heldOut ? 1 : 0);
      }
      const gaps = "SELECT bag, label, x, CASE WHEN bag = 'bag 7' THEN NULL ELSE y END AS y FROM bags";
      const refused = scoreInDatabase(await source(), { ...options, query: gaps }, { model: own, into: "gaps" });
      await expect(refused).rejects.toMatchObject({ code: "missing-value", where: { bag: "bag 7" } });
      await expect(engine.query("SELECT * FROM gaps")).rejects.toThrow();
      await engine.run("DROP TABLE own");
    });

    it.each([
      ["a table that is not there", { table: "nothing" }, "engine-schema"],
      ["a column that is not there", { query: "SELECT bag, nothing FROM bags" }, "engine-schema"],
      ["a query that is none", { query: "SELECT FROM WHERE" }, "engine-statement"],
      ["a name that is none", { table: 'a"b' }, "engine-schema"],
      ["an empty query", { query: " ; " }, "engine-statement"],
    ])("says in one sentence that it refuses %s", async (_, wanted, code) => {
      const refused = readBags(engine.source, wanted);
      await expect(refused).rejects.toMatchObject({ name: "InputError", code });
      await expect(refused).rejects.toThrow(/^[^\n]*$/);
    });

    it("takes names with quotes, blanks and statements in them as names", async () => {
      const hostile = 'a "b"; DROP TABLE bags; --';
      const quoted = `"${hostile.replaceAll('"', '""')}"`;
      const query = `SELECT bag, label, x AS ${quoted} FROM bags`;
      const read = await readBags(engine.source, { query });
      expect(read.features).toEqual([hostile]);
      expect(await readBags(engine.source, { query, show: [hostile], use: [hostile] })).toMatchObject({ size: 60 });
      await expect(readBags(engine.source, { table: quoted })).rejects.toMatchObject({ code: "engine-schema" });
      expect(await engine.query("SELECT COUNT(*) FROM bags")).not.toEqual([]);
    });

    it("names the bag and the column where a value is missing", async () => {
      const query = "SELECT bag, label, x, CASE WHEN bag = 'bag 7' THEN NULL ELSE y END AS y FROM bags";
      await expect(readBags(engine.source, { query })).rejects.toMatchObject({
        code: "missing-value",
        where: { field: "y", bag: "bag 7" },
      });
      expect((await readBags(engine.source, { query, missing: "drop" })).size).toBe(59);
    });
  });
}
