import { describe, expect, it } from "vitest";
import { puSkc } from "../../../src/learners/pu-skc/pu-skc.js";
import { countBags } from "../../../src/node/engines/overview.js";
import { withTable } from "../../../src/node/engines/read-source.js";
import { databaseOf } from "../../../src/node/read-bags.js";
import { contract, type EngineUnderTest } from "./contract.js";
import { literal } from "./rows.js";
import { hasCluster, startCluster } from "./trino-cluster.js";

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

describe.skipIf(!hasCluster())("Trino", () => {
  contract("Trino", start, { own: puSkc });

  it("says in one sentence that a worker was killed, and works on with the others", async () => {
    const { port, query, stop, pids } = await startCluster({ own: true });
    try {
      const source = await databaseOf(`trino://127.0.0.1:${port}/memory/default`);
      if (source === undefined) throw new Error("no source");
      const numbers = (name: string, most: number) => `UNNEST(sequence(1, ${most})) AS ${name}(${name})`;
      const rows = (most: number) =>
        `SELECT CAST(a % 1000 AS varchar) AS bag, 0 AS label, sin(a * b * c) AS x
         FROM ${numbers("a", 10_000)} CROSS JOIN ${numbers("b", most)} CROSS JOIN ${numbers("c", most)}`;
      const counted = (most: number) => withTable(source, { query: rows(most), timeout: 120 }, countBags);
      const lost = counted(500).catch((error: unknown) => error);
      await until(async () => {
        const running = await query(
          "SELECT count(*) FROM system.runtime.tasks WHERE state = 'RUNNING' AND node_id <> 'coordinator'",
        );
        expect(Number(running[0]?.[0])).toBeGreaterThan(0);
      });
      const [[node]] = await query(
        "SELECT node_id FROM system.runtime.tasks WHERE state = 'RUNNING' AND node_id <> 'coordinator' ORDER BY split_cpu_time_ms DESC LIMIT 1",
      );
      process.kill(pids()[node === "worker-1" ? 1 : 2], "SIGKILL");
      expect(await lost).toMatchObject({ name: "InputError", code: "engine-lost" });
      await until(async () => {
        expect(await counted(1)).toMatchObject({ bags: 1000, instances: 10_000 });
      });
    } finally {
      await stop();
    }
  }, 700_000);
});

async function until(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
