import type { BigIntStats } from "node:fs";
import { resolve } from "node:path";
import { quoted, SQL_ENGINES } from "@bagwise/export/engines";
import type { DuckDBConnection, DuckDBResult, DuckDBVector } from "@duckdb/node-api";
import { type Dialect, WHITE_SPACE } from "./dialect.js";
import { refuseChanged } from "./disk/file-state.js";
import { loadPackage } from "./disk/load-package.js";
import { fileAt } from "./disk/ordinary-file.js";
import { located } from "./disk/working-folder.js";
import {
  type Batch,
  type Engine,
  type EngineOptions,
  type Parameter,
  rowsOf,
  USUAL_TIMEOUT,
  type Value,
} from "./engine.js";
import { engineError, firstLine, type Trouble } from "./errors.js";
import { literal } from "./pattern.js";

/** In a variable, so that bundlers leave it alone: its binary cannot be part of a bundle. */
const PACKAGE: string = "@duckdb/node-api";

/** How much memory DuckDB may use; what needs more goes to a temporary folder. */
const MEMORY = "1GB";

/** The view that files are read through, so that a query of yours can name it. */
const FILES_VIEW = "bags";

export const DUCKDB: Dialect = {
  ...SQL_ENGINES.duckdb,
  kindOf: (type) => {
    if (/\[\d*\]$/.test(type)) return "list";
    if (type === "BOOLEAN") return "boolean";
    return /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BIGNUM)$/.test(type)
      ? "number"
      : "text";
  },
  parameter: (k) => `$${k}`,
  list: (expression) => `CAST(to_json(${expression}) AS VARCHAR)`,
  trim: (text) => `trim(${text}, ${WHITE_SPACE})`,
  md5: (text) => `md5(${text})`,
  explain: "EXPLAIN (FORMAT JSON)",
  standing: (names, bind) => {
    const [table, ...place] = [...names].reverse();
    // Of two names the first may be that of a schema or of a database.
    const [schema = "current_schema()", database = "current_database()"] = place.map((name) => `lower(${bind(name)})`);
    const where =
      place.length === 1
        ? `(lower(schema_name) = ${schema} AND database_name = current_database() OR lower(database_name) = ${schema} AND schema_name = 'main')`
        : `lower(schema_name) = ${schema} AND lower(database_name) = lower(${database})`;
    const each = (kind: string, noun: string) =>
      `SELECT ${noun}, comment FROM duckdb_${kind}s() WHERE ${where} AND lower(${kind}_name) = lower(${bind(table)})`;
    return `${each("table", "NULL")} UNION ALL ${each("view", "'a view'")}`;
  },
  checksum: (expressions) => `CAST(SUM(hash(${expressions.join(", ")})) AS VARCHAR)`,
  transactions: true,
  sortsOnDisk: true,
};

/** Files that DuckDB reads through the view `bags`. */
interface DuckdbFiles {
  /** Patterns as DuckDB knows them, with absolute paths. What fits them now is read. */
  readonly files: readonly string[];
  readonly as: "parquet" | "csv";
  /** Whether folders such as `year=2024` are a column. It would replace one of that name in the files. */
  readonly partitions: boolean;
}

/** What DuckDB reads: a database, or files. */
export type DuckdbPlace = { readonly database: string } | DuckdbFiles;

/**
 * DuckDB inside this process, on a database file that is opened read-only unless you write, or on files.
 * It uses up to 1 GB, and the disk beyond that.
 */
export async function duckdbEngine(
  place: DuckdbPlace,
  name: string,
  { timeout = USUAL_TIMEOUT, writes = false }: EngineOptions,
): Promise<Engine> {
  const { DuckDBInstance } = await loadPackage(
    "@duckdb/node-api",
    "reading through DuckDB",
    (): Promise<typeof import("@duckdb/node-api")> => import(/* @vite-ignore */ PACKAGE),
  );
  const isDatabase = "database" in place;
  const connect = async () => {
    const instance = isDatabase
      ? await DuckDBInstance.create(resolve(located(place.database)), {
          access_mode: writes ? "READ_WRITE" : "READ_ONLY",
        })
      : await DuckDBInstance.create(":memory:");
    return { instance, connection: await instance.connect() };
  };
  const { instance, connection } = await connect().catch((error: unknown) => {
    const said = firstLine(error);
    throw engineError(/Could not set lock/.test(said) ? "busy" : "refused", `DuckDB cannot open it: ${said}`, name);
  });
  let unchanged: (() => Promise<void>) | undefined;
  const watch = async () => await unchanged?.();
  const another = async (): Promise<Engine> => engineOn(await instance.connect(), { name, timeout, another, watch });
  const engine = engineOn(connection, { name, timeout, another, watch, end: () => instance.closeSync() });
  try {
    for (const setting of [
      `memory_limit = '${MEMORY}'`,
      "autoinstall_known_extensions = false",
      "preserve_insertion_order = false",
    ])
      await connection.run(`SET ${setting}`);
    if (!isDatabase) unchanged = await openFiles(connection, place, name);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** Makes the view of the files. What comes back throws an InputError if one of them has changed since. */
async function openFiles(
  connection: DuckDBConnection,
  { files, as, partitions }: DuckdbFiles,
  name: string,
): Promise<() => Promise<void>> {
  const refused = (error: unknown) => {
    throw engineError("schema", `DuckDB cannot read these files: ${firstLine(error)}`, name);
  };
  const fits = await connection.runAndReadAll(`SELECT file FROM glob([${texts(files)}])`).catch(refused);
  const paths = fits.getRows().map(([file]) => String(file));
  if (paths.length === 0) refused("there is none");
  const before: BigIntStats[] = [];
  for (const path of paths) before.push(await fileAt(path));
  const list = texts(paths.map(literal));
  const rest = partitions ? "" : ", hive_partitioning = false";
  const reader = as === "csv" ? `read_csv([${list}], sample_size = 100000${rest})` : `read_parquet([${list}]${rest})`;
  await connection.run(`CREATE VIEW ${quoted(FILES_VIEW)} AS SELECT * FROM ${reader}`).catch(refused);
  return async () => {
    for (const [k, path] of paths.entries()) refuseChanged(path, before[k], await fileAt(path));
  };
}

function texts(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");
}

function engineOn(
  connection: DuckDBConnection,
  {
    name,
    timeout,
    another,
    watch,
    end,
  }: {
    name: string;
    timeout: number;
    another: () => Promise<Engine>;
    /** Called after each answer. */
    watch: () => Promise<void>;
    end?: (() => void) | undefined;
  },
): Engine {
  let late = false;
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => {
      late = true;
      connection.interrupt();
    }, timeout * 1000);
    try {
      return await work();
    } catch (error) {
      if (late) {
        late = false;
        throw engineError("timeout", `the statement took longer than ${timeout} s`, name);
      }
      throw engineError(troubleOf(error), `DuckDB says: ${firstLine(error)}`, name);
    } finally {
      clearTimeout(timer);
    }
  };
  const engine: Engine = {
    dialect: DUCKDB,
    name,
    run: async (sql, parameters: readonly Parameter[] = []) => {
      const result = await limited(() => connection.stream(sql, [...parameters]));
      const types = result.columnTypes();
      return {
        columns: result.columnNames().map((column, k) => ({ name: column, type: String(types[k]) })),
        batches: batchesOf(connection, result, limited, watch),
      };
    },
    tables: async () => {
      const sql = `SELECT table_schema, table_name FROM information_schema.tables
        WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 1, 2 LIMIT 20`;
      const rows = await rowsOf(await engine.run(sql));
      return rows.map(([schema, table]) => (schema === "main" ? String(table) : `${schema}.${table}`));
    },
    another,
    close: async () => {
      connection.closeSync();
      end?.();
    },
  };
  return engine;
}

async function* batchesOf(
  connection: DuckDBConnection,
  result: DuckDBResult,
  limited: <Result>(work: () => Promise<Result>) => Promise<Result>,
  watch: () => Promise<void>,
): AsyncGenerator<Batch> {
  let ended = false;
  try {
    for (;;) {
      const chunk = await limited(() => result.fetchChunk());
      ended = chunk === null || chunk.rowCount === 0;
      if (chunk === null || ended) {
        await watch();
        return;
      }
      const length = chunk.rowCount;
      const columns = Array.from({ length: chunk.columnCount }, (_, k) => valuesOf(chunk.getColumnVector(k), length));
      yield { length, columns };
    }
  } finally {
    if (!ended) {
      // A stream that nobody reads to its end would keep the database open after it is closed here.
      connection.interrupt();
      await result.fetchChunk().catch(() => undefined);
    }
  }
}

/** What our statements select is text, double, boolean or a count. */
function valuesOf(vector: DuckDBVector, length: number): Value[] {
  const values = new Array<Value>(length);
  for (let row = 0; row < length; row++) {
    const value = vector.getItem(row);
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") values[row] = value;
    else if (value === null || value === undefined) values[row] = null;
    else if (typeof value === "bigint")
      values[row] = Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    else values[row] = String(value);
  }
  return values;
}

function troubleOf(error: unknown): Trouble {
  const text = firstLine(error);
  if (/^(Catalog|Binder) Error/.test(text)) return /already exists/.test(text) ? "exists" : "schema";
  if (/read-only mode|Permission/i.test(text)) return "rights";
  return "statement";
}
