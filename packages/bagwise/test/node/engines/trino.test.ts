import { describe } from "vitest";
import { missing } from "../../require-all.js";
import { contract, type EngineUnderTest } from "./contract.js";
import { literal } from "./rows.js";
import { clusterLacks, startCluster } from "./trino-cluster.js";

async function start(): Promise<EngineUnderTest> {
  const { port, query, stop } = await startCluster();
  return {
    source: `trino://127.0.0.1:${port}/memory/default`,
    load: async (table, rows) => {
      const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
      await query(`DROP TABLE IF EXISTS ${table}`);
      await query(`CREATE TABLE ${table} (bag varchar, label integer, x double, y double)`);
      await query(`INSERT INTO ${table} VALUES ${values}`);
    },
    query,
    run: async (sql) => {
      await query(sql);
    },
    stop,
  };
}

const lacking = clusterLacks();

describe.skipIf(missing(lacking ?? "a Trino cluster", lacking === undefined))("Trino", () => {
  contract("Trino", start, { scores: false });
});
