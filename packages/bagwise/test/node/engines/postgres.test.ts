import { describe } from "vitest";
import { missing } from "../../require-all.js";
import { contract, type EngineUnderTest } from "./contract.js";
import { postgresFolder, startPostgres } from "./postgres-server.js";
import { literal } from "./rows.js";

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
});
