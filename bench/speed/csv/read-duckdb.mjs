import { DuckDBInstance } from "@duckdb/node-api";

const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
const connection = await instance.connect();
const start = performance.now();
await connection.run(`CREATE TABLE bags AS SELECT * FROM read_csv('${process.argv[2].replaceAll("'", "''")}')`);
const seconds = (performance.now() - start) / 1000;
console.log(
  JSON.stringify({ seconds, peakMb: process.resourceUsage().maxRSS / 1024, what: "a table in memory, one thread" }),
);
