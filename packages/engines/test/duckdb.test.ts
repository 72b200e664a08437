import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe } from "vitest";
import { attackedDatabase } from "../../bagwise/test/fuzz/databases.js";
import { contract } from "./contract.js";
import { literal } from "./rows.js";
import type { EngineUnderTest } from "./under-test.js";

async function start(): Promise<EngineUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-duckdb-"));
  const path = join(folder, "bags.db");
  const query = async (sql: string) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    try {
      return (await connection.runAndReadAll(sql)).getRows();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };
  return {
    source: `duckdb:${path}`,
    load: async (table, rows) => {
      const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
      await query(`CREATE TABLE ${table} (bag VARCHAR, label INTEGER, x DOUBLE, y DOUBLE)`);
      await query(`INSERT INTO ${table} VALUES ${values}`);
    },
    query,
    run: async (sql) => {
      await query(sql);
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

contract("DuckDB", start);

describe("DuckDB under attack", () => attackedDatabase(async () => undefined, { names: 3, kills: 1 }));
