// node groups.mjs FILE: DuckDB doing only the GROUP BY, minimum, maximum and mean of every feature in each
// bag, into a table in memory. Prints processor seconds, elapsed seconds and peak memory as JSON.
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { FEATURES } from "./make.mjs";

const [file] = process.argv.slice(2);
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const columns = Array.from({ length: FEATURES }, (_, k) => `min(f${k + 1}), max(f${k + 1}), avg(f${k + 1})`);
await connection.run(
  `CREATE TABLE groups AS SELECT bag, ${columns.join(", ")} FROM read_parquet('${file.replaceAll("'", "''")}') GROUP BY bag`,
);
const { user, system } = process.cpuUsage();
const peakMb = Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? 0) / 1024;
console.log(JSON.stringify({ seconds: (user + system) / 1e6, elapsed: process.uptime(), peakMb }));
