// node make.mjs BAGS FILE: makes a Parquet file of bags of 20 instances x 50 features, by a hash of the row
// and the column, so that it is the same everywhere. Every fourth bag is positive: the first five features
// of its first instance are higher by 0.8. One positive bag in ten is labelled.
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";

export const INSTANCES = 20;
export const FEATURES = 50;

/** Writes the file. */
export async function makeFile(bags, file) {
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "3GB" });
  const connection = await instance.connect();
  const columns = Array.from({ length: FEATURES }, (_, k) => {
    const shift = k < 5 ? " + CASE WHEN b % 4 = 0 AND i = 0 THEN 0.8 ELSE 0 END" : "";
    return `((hash(r * ${FEATURES} + ${k}) >> 40)::FLOAT / 16777216${shift})::FLOAT AS f${k + 1}`;
  });
  const rows = `SELECT range AS r, range // ${INSTANCES} AS b, range % ${INSTANCES} AS i FROM range(${bags * INSTANCES})`;
  const all = `SELECT 'b' || b AS bag, CASE WHEN b % 40 = 0 THEN 1 ELSE 0 END AS label, ${columns.join(", ")} FROM (${rows})`;
  // Numbers that are all different have no dictionary worth trying.
  await connection.run(
    `COPY (${all}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1)`,
  );
  connection.closeSync();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeFile(Number(process.argv[2]), process.argv[3]);
