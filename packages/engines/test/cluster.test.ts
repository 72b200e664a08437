import { registerBaselines } from "@bagwise/baselines";
import type { BagSet } from "@bagwise/core/bags";
import { learnerByName, puSkc } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseOf, readBags } from "../../bagwise/src/node/files/read-bags.js";
import { attackedDatabase } from "../../bagwise/test/fuzz/databases.js";
import type { Engine } from "../../export/test/sql/engines.js";
import { sqlContract } from "../../export/test/sql/sql-contract.js";
import { countBags } from "../src/overview.js";
import { withTable } from "../src/read-source.js";
import { scratchBegin } from "../src/score-inside.js";
import { scoreInDatabase } from "../src/score-into.js";
import { contract } from "./contract.js";
import { literal } from "./rows.js";
import { hasCluster, startCluster, stopCluster } from "./trino-cluster.js";
import { type EngineUnderTest, rowsOfBags } from "./under-test.js";

registerBaselines();

// Everything that needs the cluster is in this file, one after the other: it starts once, and the last test breaks it.

async function start(): Promise<EngineUnderTest> {
  const { port, query } = await startCluster();
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
    stop: async () => undefined,
  };
}

/** The cluster as an engine for exported models. */
async function exportEngine(): Promise<Engine> {
  const { query } = await startCluster();
  return {
    dialect: "trino",
    double: "double",
    // The protocol takes one statement, without the sign at its end; nothing depends on a table of the tests but views.
    run: async (sql) => await query(sql.replace(/;\s*$/, "").replace(/ CASCADE$/, "")),
    close: async () => undefined,
  };
}

/** They score instances with a kernel, as `instance-svm` does, points, as `dd`, or bags, as `lsdd`, by the same statement. */
const LIKE_OTHERS = /learner-(mi-svm|witness-svm|miss-svm|soft-bag-svm|smil|stmil|sbmil|em-dd|dsdd)$/;

describe.skipIf(!hasCluster())("a Trino cluster", () => {
  afterAll(stopCluster);

  contract("Trino", start);

  describe("under attack", () => attackedDatabase(async () => (await start()).source, { names: 1, kills: 1 }));

  describe("a model of many steps", () => {
    let engine: EngineUnderTest;
    let bags: BagSet;
    beforeAll(async () => {
      engine = await start();
      await engine.load("few", rowsOfBags(20));
      bags = await readBags(engine.source, { table: "few" });
    }, 700_000);

    it.each([
      ["bagging", { on: "instances", rounds: 20 }],
      ["network", { pooling: "attention", epochs: 5, hidden: [8], members: 1 }],
      ["pu-skc", { kernel: "graph-gaussian" }],
    ] as const)("%s with %j is computed by tables of its steps, which are gone at the end", async (method, options) => {
      const model = await learnerByName(method)
        .create({ seed: 1, ...options })
        .fit(bags);
      const source = await databaseOf(engine.source);
      if (source === undefined) throw new Error("no source");
      // No score of a training bag comes from elsewhere.
      const own = new Model({ ...model.parts(), heldOut: null });
      const before = await engine.query("SHOW TABLES");
      await scoreInDatabase(source, { table: "few", recipe: own.card.recipe }, { model: own, into: "steps" });
      const written = new Map((await engine.query("SELECT bag, score FROM steps")).map(([bag, score]) => [bag, score]));
      expect(written.size).toBe(20);
      for (const { bag, score } of own.predict(bags))
        expect(Math.abs(Number(written.get(bag)) - score)).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
      await engine.run("DROP TABLE steps");
      expect(await engine.query("SHOW TABLES")).toEqual(before);
    });
  });

  it("leaves no tables behind where scoring inside fails, and drops those of a run that was killed", async () => {
    const engine = await start();
    await engine.load("few", rowsOfBags(20));
    const before = await engine.query("SHOW TABLES");
    const bags = await readBags(engine.source, { table: "few" });
    const trained = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(bags);
    const model = new Model({ ...trained.parts(), heldOut: null });
    const source = await databaseOf(engine.source);
    if (source === undefined) throw new Error("no source");
    await engine.run(`CREATE TABLE ${scratchBegin(source.name, '"gone"')}99_old_1 AS SELECT 1 AS a`);
    const query = "SELECT bag, label, x, CASE WHEN bag = 'bag 7' THEN NULL ELSE y END AS y FROM few";
    const failed = scoreInDatabase(source, { query, recipe: model.card.recipe }, { model, into: "gone" });
    await expect(failed).rejects.toMatchObject({ code: "missing-value" });
    expect(await engine.query("SHOW TABLES")).toEqual(before);
  });

  describe("a model as SQL for Trino", () => sqlContract("trino", exportEngine, { leftOut: LIKE_OTHERS }));

  it("says in one sentence that a worker was killed, and works on with the others", async () => {
    const { port, query, pids } = await startCluster();
    const source = await databaseOf(`trino://127.0.0.1:${port}/memory/default`);
    if (source === undefined) throw new Error("no source");
    const numbers = (name: string, most: number) => `UNNEST(sequence(1, ${most})) AS ${name}(${name})`;
    const rows = (most: number) =>
      `SELECT CAST(a % 1000 AS varchar) AS bag, 0 AS label, sin(a * b * c) AS x
       FROM ${numbers("a", 10_000)} CROSS JOIN ${numbers("b", most)} CROSS JOIN ${numbers("c", most)}`;
    const counted = (most: number) => withTable(source, { query: rows(most), timeout: 120 }, countBags);
    const lost = counted(500).catch((error: unknown) => error);
    let node: unknown;
    await until(async () => {
      const [busy] = await query(
        "SELECT node_id FROM system.runtime.tasks WHERE state = 'RUNNING' AND node_id <> 'coordinator' AND split_cpu_time_ms > 500 LIMIT 1",
      );
      node = busy?.[0];
      expect(node).toBeDefined();
    });
    process.kill(pids()[node === "worker-1" ? 1 : 2], "SIGKILL");
    expect(await lost).toMatchObject({ name: "InputError", code: "engine-lost" });
    await until(async () => {
      expect(await counted(1)).toMatchObject({ bags: 1000, instances: 10_000 });
    });
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
