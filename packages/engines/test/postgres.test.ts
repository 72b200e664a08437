import { auto, puSkc } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseOf, readBags } from "../../bagwise/src/node/files/read-bags.js";
import { attackedDatabase } from "../../bagwise/test/fuzz/databases.js";
import { missing } from "../../bagwise/test/require-all.js";
import { scoreInDatabase, scoreInto } from "../src/score-into.js";
import { contract } from "./contract.js";
import { PASSWORD, type PostgresServer, postgresFolder, startPostgres } from "./postgres-server.js";
import { literal } from "./rows.js";
import { bagsOf, type EngineUnderTest, rowsOfBags } from "./under-test.js";

const folder = postgresFolder();

async function start(): Promise<EngineUnderTest> {
  const server = await startPostgres(folder ?? "");
  return {
    source: server.secret,
    load: async (table, rows) => {
      const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
      await server.run(`CREATE TABLE ${table} (bag text, label int, x double precision, y double precision)`);
      await server.run(`INSERT INTO ${table} VALUES ${values}`);
    },
    query: server.query,
    run: server.run,
    stop: server.stop,
  };
}

describe.skipIf(missing("PostgreSQL (initdb and postgres)", folder))("PostgreSQL", () => {
  contract("PostgreSQL", start);

  describe("under attack", () => {
    let server: PostgresServer;
    afterAll(async () => await server?.stop());
    const address = async () => {
      server = await startPostgres(folder ?? "");
      return server.secret;
    };
    attackedDatabase(address, { names: 3, kills: 1 });
  });

  describe("when something goes wrong", () => {
    const rows = rowsOfBags();
    let server: PostgresServer;
    let model: Model;

    beforeAll(async () => {
      server = await startPostgres(folder ?? "");
      const values = rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
      await server.run("CREATE TABLE bags (bag text, label int, x double precision, y double precision)");
      await server.run(`INSERT INTO bags VALUES ${values}`);
      await server.run("CREATE ROLE guest LOGIN PASSWORD 'guest'; REVOKE ALL ON SCHEMA public FROM PUBLIC");
      await server.run("GRANT USAGE ON SCHEMA public TO guest");
      model = await auto({ seed: 1 }).fit(bagsOf(rows));
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
    });

    const into = async (predict: (calls: number) => Promise<void>) => {
      const source = await databaseOf(server.secret);
      if (source === undefined) throw new Error("no source");
      let calls = 0;
      return await scoreInto(
        source,
        { table: "bags" },
        {
          into: "scores",
          of: ["model"],
          values: 80,
          predict: async (bags) => {
            await predict(++calls);
            return model.predict(bags);
          },
        },
      );
    };

    it("does not tell the password, whether it is right or wrong", async () => {
      const wrong = server.secret.replace(encodeURIComponent(PASSWORD), "guess");
      const refused = await readBags(wrong, { table: "bags" }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "engine-refused" });
      expect(String(refused)).not.toContain("guess");
      const other = await readBags(server.secret, { table: "nothing" }).catch((error: unknown) => error);
      expect(String(other)).toContain(server.address);
      expect(String(other)).not.toContain("s3cret");
    });

    it("says that a statement took too long", async () => {
      const query = "SELECT bag, label, x FROM bags, pg_sleep(3)";
      await expect(readBags(server.secret, { query, timeout: 1 })).rejects.toMatchObject({ code: "engine-timeout" });
    });

    it("says that you may not read a table, and that reading may not write", async () => {
      const guest = server.address.replace("owner@", "guest:guest@");
      await expect(readBags(guest, { table: "bags" })).rejects.toMatchObject({ code: "engine-rights" });
      const query = "SELECT bag, label, x, setval('s', 1) AS y FROM bags";
      await server.run("CREATE SEQUENCE s");
      await expect(readBags(server.secret, { query })).rejects.toMatchObject({ code: "engine-rights" });
    });

    it.each([
      ["a partition of its source", "PARTITIONED", "part_0"],
      ["a table of partitions", "PARTITIONED", "part"],
      [
        "a table that inherits",
        "CREATE TABLE part (bag text, label int, x float8, y float8); CREATE TABLE part_0 () INHERITS (part)",
        "part_0",
      ],
      [
        "a table that others inherit from",
        "CREATE TABLE part (bag text, label int, x float8, y float8); CREATE TABLE part_0 () INHERITS (part)",
        "part",
      ],
      [
        "a materialised view",
        "CREATE TABLE part AS SELECT * FROM bags; CREATE MATERIALIZED VIEW part_0 AS SELECT * FROM part",
        "part_0",
      ],
    ])("refuses to replace %s before any scoring", async (_, sql, into) => {
      const partitioned = `CREATE TABLE part (bag text, label int, x float8, y float8) PARTITION BY HASH (bag);
        CREATE TABLE part_0 PARTITION OF part FOR VALUES WITH (MODULUS 1, REMAINDER 0)`;
      await server.run(sql === "PARTITIONED" ? partitioned : sql);
      await server.run("INSERT INTO part SELECT * FROM bags");
      const source = await databaseOf(server.secret);
      if (source === undefined) throw new Error("no source");
      const rows = await server.query("SELECT COUNT(*) FROM part");
      const given = {
        into,
        force: true,
        of: ["model"],
        predict: () => Promise.reject(new Error("nothing is to be scored")),
      };
      const refused = { name: "InputError", code: "engine-exists" };
      await expect(scoreInto(source, { table: "part" }, given)).rejects.toMatchObject(refused);
      const own = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(
        await readBags(server.secret, { table: "bags" }),
      );
      const inside = { model: own, into, force: true };
      await expect(scoreInDatabase(source, { table: "part", recipe: own.card.recipe }, inside)).rejects.toMatchObject(
        refused,
      );
      expect(await server.query("SELECT COUNT(*) FROM part")).toEqual(rows);
      expect(await server.query("SELECT relname FROM pg_class WHERE relname LIKE 'bagwise%'")).toEqual([]);
      await server.run("DROP TABLE part CASCADE");
    });

    it("refuses a name that PostgreSQL would cut off, so that no other table is meant", async () => {
      const source = await databaseOf(server.secret);
      if (source === undefined) throw new Error("no source");
      const predict = () => Promise.reject(new Error("nothing is to be scored"));
      for (const into of ["s".repeat(64), `public.${"é".repeat(32)}`])
        await expect(scoreInto(source, { table: "bags" }, { into, of: [], predict })).rejects.toMatchObject({
          code: "option",
        });
    });

    it("lets one of two runs at once write a table, and refuses the other", async () => {
      let second: Promise<unknown> | undefined;
      const first = await into(async (calls) => {
        if (calls !== 1) return;
        second = into(async () => undefined);
        await expect(second).rejects.toMatchObject({ code: "engine-busy" });
      });
      expect(first.bags).toBe(60);
      expect(second).toBeDefined();
      await server.run("DROP TABLE scores");
    });

    it("writes no table when the connection is lost, and the next run completes it with equal scores", async () => {
      const lost = into(async (calls) => {
        if (calls === 3)
          await server.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bagwise'",
          );
      });
      await expect(lost).rejects.toMatchObject({ code: "engine-lost" });
      await expect(server.query("SELECT * FROM scores")).rejects.toThrow();
      const done = await into(async () => undefined);
      expect(done.notes.map(({ code }) => code)).toEqual(["scoring-resumed"]);
      const written = new Map(
        (await server.query("SELECT bag, score FROM scores")).map(([bag, score]) => [bag, score]),
      );
      const expected = model.predict(bagsOf(rows));
      expect(written.size).toBe(expected.length);
      for (const { bag, score } of expected) expect(Number(written.get(bag))).toBeCloseTo(score, 9);
    });
  });
});
