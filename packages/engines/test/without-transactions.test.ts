import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { puSkc } from "@bagwise/core/learners";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bagTable } from "../src/bag-table.js";
import { duckdbEngine } from "../src/duckdb.js";
import { type Engine, execute, rowsOf } from "../src/engine.js";
import { engineError } from "../src/errors.js";
import { scoresInto } from "../src/into.js";
import { MARK, targetOf } from "../src/own-table.js";
import { scoreInside } from "../src/score-inside.js";
import { literal } from "./rows.js";
import { bagsOf, rowsOfBags } from "./under-test.js";

let folder: string;
let duckdb: Engine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-apart-"));
  vi.stubEnv("BAGWISE_CACHE", folder);
  const path = join(folder, "bags.db");
  (await DuckDBInstance.create(path)).closeSync();
  duckdb = await duckdbEngine({ database: path }, "duckdb:bags.db", { writes: true });
});
afterEach(async () => {
  await duckdb.close();
  rmSync(folder, { recursive: true, force: true });
});

/** DuckDB as an engine without transactions, such as Trino, that refuses statements by their text. */
function refusing(pattern: RegExp, trouble: "lost" | "unsupported"): Engine {
  return {
    ...duckdb,
    dialect: { ...duckdb.dialect, transactions: false },
    run: async (sql, parameters) => {
      if (pattern.test(sql)) throw engineError(trouble, "it said no", "here");
      return await duckdb.run(sql, parameters);
    },
  };
}

async function all(sql: string) {
  return await rowsOf(await duckdb.run(sql));
}

const state = { smallest: "a", largest: "a", parts: [] };
/** The other columns of a table of scores. */
const OTHERS = "1e0 AS score, 'negative' AS predicted, 0.5e0 AS probability, 0 AS held_out";
const TABLES = "SELECT table_name FROM information_schema.tables ORDER BY 1";

describe("replacing a table in an engine without transactions", () => {
  const replace = async (engine: Engine) => {
    const target = await targetOf(engine, "scores", { force: true, from: "(SELECT 1) AS q" });
    const scores = await scoresInto(engine, target, { of: ["model"], state });
    const one = { bag: "a", score: 1, predicted: "positive", probability: 0.5, heldOut: false } as const;
    try {
      if (scores.after === undefined) await scores.add([one], "f");
      return await scores.finish();
    } finally {
      await scores.close();
    }
  };
  beforeEach(async () => {
    await execute(duckdb, `CREATE TABLE scores AS SELECT 'old' AS bag, ${OTHERS}`);
    await execute(duckdb, `COMMENT ON TABLE scores IS '${MARK}'`);
  });

  it("puts the old table back if the new one cannot have its name, and completes the next time", async () => {
    await expect(replace(refusing(/"bagwise_(?!old)\w+" RENAME TO "scores"/, "lost"))).rejects.toMatchObject({
      code: "engine-lost",
      complaint: "it said no",
    });
    expect(await all(TABLES)).toEqual([["scores"]]);
    expect(await all("SELECT bag FROM scores")).toEqual([["old"]]);
    expect(await replace(refusing(/never/, "lost"))).toEqual({ bags: 1, positive: 1 });
    expect(await all(TABLES)).toEqual([["scores"]]);
    expect(await all("SELECT bag FROM scores")).toEqual([["a"]]);
  });

  it("says what the old table is called if it can neither be replaced nor get its name back", async () => {
    await expect(replace(refusing(/RENAME TO "scores"/, "lost"))).rejects.toMatchObject({
      code: "engine-lost",
      message: expect.stringContaining("is now called"),
    });
    const [[aside]] = await all(TABLES);
    expect(await all(`SELECT bag FROM ${aside}`)).toEqual([["old"]]);
  });

  it("keeps the old table if it cannot be moved", async () => {
    await expect(replace(refusing(/"scores" RENAME/, "lost"))).rejects.toMatchObject({ code: "engine-lost" });
    expect(await all("SELECT bag FROM scores")).toEqual([["old"]]);
  });

  it("says where the old table is if it cannot be dropped", async () => {
    await expect(replace(refusing(/DROP TABLE .*bagwise_old/, "lost"))).rejects.toThrow(/is still in "bagwise_old_/);
    expect(await all("SELECT bag FROM scores")).toEqual([["a"]]);
  });

  it("knows its own tables by a file where the engine refuses comments, and no others", async () => {
    const engine = refusing(/^COMMENT/, "unsupported");
    await execute(duckdb, "COMMENT ON TABLE scores IS NULL");
    await expect(replace(engine)).rejects.toMatchObject({ code: "engine-exists" });
    expect(await all("SELECT bag FROM scores")).toEqual([["old"]]);
    await execute(duckdb, "DROP TABLE scores");
    expect(await replace(engine)).toEqual({ bags: 1, positive: 1 });
    expect(await all("SELECT comment FROM duckdb_tables()")).toEqual([[null]]);
    expect(await replace(engine)).toEqual({ bags: 1, positive: 1 });
  });

  it("refuses a second run of the same work while the first one lives", async () => {
    const engine = refusing(/never/, "lost");
    const target = await targetOf(engine, "other", { force: false, from: "(SELECT 1) AS q" });
    const first = await scoresInto(engine, target, { of: ["model"], state });
    await expect(scoresInto(engine, target, { of: ["model"], state })).rejects.toMatchObject({ code: "locked" });
    await first.close();
    const second = await scoresInto(engine, target, { of: ["model"], state });
    await second.close();
  });
});

describe("scoring inside an engine whose tables have no arrays", () => {
  it("names the remedy in one sentence, and leaves nothing behind", async () => {
    await execute(duckdb, "CREATE TABLE bags (bag VARCHAR, label INTEGER, x DOUBLE, y DOUBLE)");
    const values = rowsOfBags(20).map((row) => `(${row.map(literal).join(", ")})`);
    await execute(duckdb, `INSERT INTO bags VALUES ${values.join(", ")}`);
    const before = await all(TABLES);
    const engine = refusing(/array\(/, "unsupported");
    const table = await bagTable(duckdb, { table: "bags" });
    const bags = bagsOf(rowsOfBags(20));
    const model = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(bags);
    const target = { into: "scores", table: '"scores"', force: false };
    const refused = scoreInside(table, engine, model, { target, known: [] });
    await expect(refused).rejects.toMatchObject({
      name: "InputError",
      code: "engine-unsupported",
      complaint: expect.stringContaining("(it said no)"),
      remedy: expect.stringContaining("Leave out --in-database"),
    });
    expect(await all(TABLES)).toEqual(before);
  });

  it("is recognised by what Trino answers", async () => {
    const error = { message: "Unsupported column type: array(double)", errorName: "NOT_SUPPORTED" };
    const server = createServer((_, response) => response.end(JSON.stringify({ error })));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    try {
      const { trinoEngine } = await import("../src/trino.js");
      const engine = await trinoEngine(`trino://me@127.0.0.1:${port}/postgresql/public`, {});
      await expect(engine.run("CREATE TABLE a (b array(double))")).rejects.toMatchObject({
        code: "engine-unsupported",
        complaint: "Trino says: Unsupported column type: array(double)",
      });
    } finally {
      server.close();
    }
  });
});
