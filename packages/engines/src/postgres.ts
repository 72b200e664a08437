import { quoted, SQL_ENGINES } from "@bagwise/export/engines";
import type { Client, QueryArrayResult } from "pg";
import { type Dialect, PLAIN_WHITE_SPACE, WHITE_SPACE } from "./dialect.js";
import { loadPackage } from "./disk/load-package.js";
import {
  type Batch,
  type Engine,
  type EngineOptions,
  type Parameter,
  type Result,
  rowsOf,
  USUAL_TIMEOUT,
  type Value,
} from "./engine.js";
import { engineError, firstLine, type Trouble } from "./errors.js";
import { passwordOf } from "./password.js";

/** How many rows to fetch at once. */
const ROWS = 5000;
/** Milliseconds that connecting may take. */
const PATIENCE = 15_000;

/** The numbers of the types that are not read as text. */
const NUMBERS = [20, 21, 23, 26, 700, 701, 1700];
const LISTS = [1005, 1007, 1016, 1021, 1022, 1231];
const BOOLEAN = 16;

/** Why a table may not be dropped, or would lose what others see in it. */
const STANDING = `CASE
  WHEN c.relkind = 'v' THEN 'a view'
  WHEN c.relkind = 'm' THEN 'a materialised view'
  WHEN c.relkind = 'f' THEN 'a foreign table'
  WHEN c.relkind = 'p' THEN 'a table of partitions'
  WHEN c.relkind <> 'r' THEN 'no table'
  WHEN c.relispartition THEN 'a partition of another table'
  WHEN EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid) THEN 'a table that others inherit from'
  WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid) THEN 'a table that inherits from another'
  WHEN EXISTS (SELECT FROM pg_depend AS d JOIN pg_rewrite AS r ON r.oid = d.objid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid)
    THEN 'a table that a view is made from'
  WHEN EXISTS (SELECT FROM pg_constraint WHERE confrelid = c.oid) THEN 'a table that another one refers to'
  WHEN NOT pg_has_role(c.relowner, 'USAGE') THEN 'a table of another user' END`;

export const POSTGRES: Dialect = {
  ...SQL_ENGINES.postgres,
  kindOf: (type) => {
    const number = Number(type);
    if (NUMBERS.includes(number)) return "number";
    if (LISTS.includes(number)) return "list";
    return number === BOOLEAN ? "boolean" : "text";
  },
  parameter: (k) => `$${k}`,
  list: (expression) => `CAST(array_to_json(${expression}) AS text)`,
  trim: (text) => `btrim(${text}, ${WHITE_SPACE})`,
  // Of the bytes in UTF-8, whatever the encoding of the database.
  md5: (text) => `md5(convert_to(${text}, 'UTF8'))`,
  explain: "EXPLAIN (VERBOSE, FORMAT JSON)",
  standing: (names, bind) => `SELECT ${STANDING}, obj_description(c.oid, 'pg_class')
    FROM pg_class AS c WHERE c.oid = to_regclass(${bind(names.map(quoted).join("."))})`,
  lock: (names, bind) => {
    const [table, schema] = [...names].reverse();
    const where = schema === undefined ? "current_schema()" : `CAST(${bind(schema)} AS text)`;
    return `SELECT pg_try_advisory_lock(hashtextextended('bagwise ' || ${where} || '.' || CAST(${bind(table)} AS text), 0))`;
  },
  checksum: (expressions) => `CAST(SUM(hashtextextended(CAST(ROW(${expressions.join(", ")}) AS text), 0)) AS text)`,
  longestName: 63,
  transactions: true,
  sortsOnDisk: true,
};

/**
 * A PostgreSQL server. Rows come through a cursor, and sessions are read-only unless you write. The
 * password comes from the address, from `PGPASSWORD` or from `~/.pgpass`.
 */
export async function postgresEngine(address: string, options: EngineOptions): Promise<Engine> {
  const { timeout = USUAL_TIMEOUT, writes = false } = options;
  const { default: pg } = await loadPackage("pg", "reading from PostgreSQL", () => import("pg"));
  const client = new pg.Client({
    connectionString: withPassword(address),
    application_name: "bagwise",
    connectionTimeoutMillis: PATIENCE,
    statement_timeout: timeout * 1000,
  });
  // A connection that breaks between two statements is found by the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (!writes) await client.query("SET default_transaction_read_only = on");
    const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
    return engineOn(client, address, { ...options, dialect: dialectOf(rows[0]?.server_encoding) });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw engineError("refused", `PostgreSQL cannot be reached: ${firstLine(error)}`, address);
  }
}

/** The dialect of a database with this encoding. */
function dialectOf(encoding: string | undefined): Dialect {
  if (encoding === "UTF8") return POSTGRES;
  // It would refuse a statement with characters that it does not have.
  return { ...POSTGRES, trim: (text) => `btrim(${text}, ${PLAIN_WHITE_SPACE})` };
}

/** The driver prefers what the address says to what it is given beside it. */
function withPassword(address: string): string {
  const password = passwordOf(address);
  if (password === undefined) return address;
  const word = encodeURIComponent(password);
  if (/^[^/]*:\/\/[^/?#]*@/.test(address)) return address.replace("@", () => `:${word}@`);
  return `${address}${address.includes("?") ? "&" : "?"}password=${word}`;
}

function engineOn(client: Client, name: string, options: EngineOptions & { readonly dialect: Dialect }): Engine {
  const { timeout = USUAL_TIMEOUT } = options;
  let isOpen = false;
  const send = async (text: string, parameters: readonly Parameter[] = []) => {
    try {
      return await client.query<Value[]>({ text, values: [...parameters], rowMode: "array" });
    } catch (error) {
      const trouble = troubleOf(error);
      const said =
        trouble === "timeout" ? `the statement took longer than ${timeout} s` : `PostgreSQL says: ${firstLine(error)}`;
      throw engineError(trouble, said, name);
    }
  };
  const engine: Engine = {
    dialect: options.dialect,
    name,
    run: async (sql, parameters = []): Promise<Result> => {
      // Whatever else gives rows is a plan, of one column.
      if (!/^\s*SELECT\b/i.test(sql)) {
        const { rows } = await send(sql, parameters);
        if (/^\s*(BEGIN|COMMIT|ROLLBACK)\b/i.test(sql)) isOpen = /^\s*BEGIN/i.test(sql);
        return { columns: [], batches: planned(rows) };
      }
      // A cursor lives in a transaction.
      const own = !isOpen;
      if (own) await send("BEGIN");
      const end = async () => {
        if (own) await send("ROLLBACK");
        else await send("CLOSE bagwise");
      };
      try {
        await send(`DECLARE bagwise NO SCROLL CURSOR FOR ${sql}`, parameters);
        const first = await send(`FETCH ${ROWS} FROM bagwise`);
        return {
          columns: first.fields.map((field) => ({ name: field.name, type: String(field.dataTypeID) })),
          batches: fetched(first, () => send(`FETCH ${ROWS} FROM bagwise`), end),
        };
      } catch (error) {
        if (own) await send("ROLLBACK").catch(() => undefined);
        throw error;
      }
    },
    tables: async () => {
      const sql = `SELECT table_schema, table_name FROM information_schema.tables
        WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 1, 2 LIMIT 20`;
      const rows = await rowsOf(await engine.run(sql));
      return rows.map(([schema, table]) => (schema === "public" ? String(table) : `${schema}.${table}`));
    },
    another: async () => await postgresEngine(name, options),
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
  return engine;
}

async function* planned(rows: readonly Value[][]): AsyncGenerator<Batch> {
  if (rows.length > 0) yield { length: rows.length, columns: [rows.map(([value]) => value)] };
}

async function* fetched(
  first: QueryArrayResult<Value[]>,
  more: () => Promise<QueryArrayResult<Value[]>>,
  end: () => Promise<void>,
): AsyncGenerator<Batch> {
  let whole = false;
  try {
    for (let { rows, fields } = first; ; { rows, fields } = await more()) {
      whole = rows.length < ROWS;
      if (rows.length > 0) yield { length: rows.length, columns: fields.map((_, k) => rows.map((row) => row[k])) };
      if (whole) break;
    }
  } finally {
    // What failed while rows were fetched is the error to tell.
    await (whole ? end() : end().catch(() => undefined));
  }
}

function troubleOf(error: unknown): Trouble {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "57014") return "timeout";
  if (code === "42501" || code === "25006") return "rights";
  if (code === "42P07") return "exists";
  if (["42P01", "3F000", "42703"].includes(code)) return "schema";
  if (/^(57P0|08|ECONN|EPIPE|ETIMEDOUT)/.test(code)) return "lost";
  // The driver gives no code when the connection is gone.
  return code === "" && /connection|client/i.test(firstLine(error)) ? "lost" : "statement";
}
