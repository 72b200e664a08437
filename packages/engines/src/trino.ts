import { quoted, SQL_ENGINES } from "@bagwise/export/engines";
import { type Dialect, WHITE_SPACE } from "./dialect.js";
import {
  type Batch,
  type Engine,
  type EngineOptions,
  type Parameter,
  type ResultColumn,
  rowsOf,
  USUAL_TIMEOUT,
  type Value,
} from "./engine.js";
import { engineError, type Trouble } from "./errors.js";
import { passwordOf } from "./password.js";

/** Milliseconds before a server that is busy is asked again. */
const PAUSE = 200;

export const TRINO: Dialect = {
  ...SQL_ENGINES.trino,
  kindOf: (type) => {
    if (type.startsWith("array(")) return "list";
    if (type === "boolean") return "boolean";
    return /^(tinyint|smallint|integer|bigint|real|double|decimal\b.*)$/.test(type) ? "number" : "text";
  },
  parameter: () => "?",
  list: (expression) => `json_format(CAST(${expression} AS json))`,
  trim: (text) => `trim(${text}, ${WHITE_SPACE})`,
  md5: (text) => `lower(to_hex(md5(to_utf8(${text}))))`,
  rowsOfJson: (json, types) => {
    const row = types.map((type, k) => `c${k} ${type}`).join(", ");
    return `SELECT * FROM UNNEST(CAST(json_parse(${json}) AS array(row(${row}))))`;
  },
  explain: "EXPLAIN (TYPE IO, FORMAT JSON)",
  standing: (names, bind) => {
    const [table, schema, catalog] = [...names].reverse();
    const own = (name: string | undefined, usual: string) => (name === undefined ? usual : `lower(${bind(name)})`);
    const comments = `SELECT comment FROM system.metadata.table_comments WHERE catalog_name = ${own(catalog, "current_catalog")}
      AND schema_name = ${own(schema, "current_schema")} AND table_name = ${own(table, "")}`;
    const from = `${catalog === undefined ? "" : `${quoted(catalog)}.`}information_schema.tables`;
    return `SELECT CASE WHEN table_type <> 'BASE TABLE' THEN 'a view' END, (${comments})
      FROM ${from} WHERE table_schema = ${own(schema, "current_schema")} AND table_name = ${own(table, "")}`;
  },
  checksum: (expressions) => `to_hex(checksum(ROW(${expressions.join(", ")})))`,
  transactions: false,
  // A worker sorts in memory.
  sortsOnDisk: false,
};

/** One answer of Trino's protocol. */
interface Answer {
  readonly nextUri?: string;
  readonly columns?: readonly ResultColumn[];
  readonly data?: readonly Value[][];
  readonly error?: { readonly message: string; readonly errorName: string };
}

/** How to speak to a server. */
interface Session {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout: number;
}

/**
 * A Trino cluster over its HTTP protocol: `trino://user@host:port/catalog/schema`, or `trino+https://`.
 * The password comes from the address or from `TRINO_PASSWORD`; it is sent over https alone.
 */
export async function trinoEngine(address: string, options: EngineOptions): Promise<Engine> {
  const session = sessionOf(address, options);
  const engine: Engine = {
    dialect: TRINO,
    name: address,
    run: async (sql, parameters = []) => {
      const answers = asked(session, bound(sql, parameters));
      // The columns come with, or before, the first rows.
      const held: Answer[] = [];
      let columns: readonly ResultColumn[] | undefined;
      while (columns === undefined) {
        const { value, done } = await answers.next();
        if (done) break;
        held.push(value);
        columns = value.columns;
      }
      return { columns: columns ?? [], batches: batchesOf(held, answers) };
    },
    tables: async () => {
      const rows = await rowsOf(await engine.run("SHOW TABLES"));
      return rows.slice(0, 20).map(([table]) => String(table));
    },
    another: async () => engine,
    close: async () => undefined,
  };
  return engine;
}

function sessionOf(address: string, { timeout = USUAL_TIMEOUT }: EngineOptions): Session {
  const url = new URL(address.replace(/^trino(\+https)?:/i, (_, secure) => (secure ? "https:" : "http:")));
  const [catalog = "", schema = ""] = url.pathname.split("/").filter((part) => part !== "");
  const user = decodeURIComponent(url.username) || process.env.TRINO_USER || process.env.USER || "bagwise";
  const password = passwordOf(address) ?? process.env.TRINO_PASSWORD;
  if (password !== undefined && url.protocol !== "https:")
    throw engineError("refused", "a password is sent over https alone, and this address has none", address);
  const headers = {
    "X-Trino-User": user,
    "X-Trino-Source": "bagwise",
    "X-Trino-Session": `query_max_run_time=${timeout}s`,
    ...(catalog !== "" && { "X-Trino-Catalog": decodeURIComponent(catalog) }),
    ...(schema !== "" && { "X-Trino-Schema": decodeURIComponent(schema) }),
    ...(password !== undefined && {
      Authorization: `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`,
    }),
  };
  return { name: address, url: `${url.protocol}//${url.host}/v1/statement`, headers, timeout };
}

/** The statement with its parameters, which Trino takes as literals apart from the text. */
function bound(sql: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return sql;
  return `EXECUTE IMMEDIATE ${literal(sql)} USING ${parameters.map(literal).join(", ")}`;
}

function literal(value: Parameter): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return Number.isSafeInteger(value) ? String(value) : `DOUBLE '${value}'`;
}

async function* asked(session: Session, sql: string): AsyncGenerator<Answer> {
  let answer = await request(session, session.url, { method: "POST", body: sql }, "refused");
  try {
    for (;;) {
      if (answer.error !== undefined) throw failed(session, answer.error);
      yield answer;
      if (answer.nextUri === undefined) return;
      answer = await request(session, followed(session, answer.nextUri), { method: "GET" }, "lost");
    }
  } finally {
    // A query whose rows nobody wants any more is ended.
    const { nextUri } = answer;
    if (nextUri !== undefined)
      await (async () => fetch(followed(session, nextUri), { method: "DELETE", headers: session.headers }))().catch(
        () => undefined,
      );
  }
}

/** The address of the next rows. A password goes nowhere but to the server that you named. */
function followed({ name, url, headers }: Session, next: string): string {
  if (!("Authorization" in headers) || next.startsWith(`${new URL(url).origin}/`)) return next;
  throw engineError(
    "refused",
    "Trino sends the client on to another address, and a password is not sent there (its setting http-server.process-forwarded may help)",
    name,
  );
}

async function request(
  { name, headers, timeout }: Session,
  url: string,
  init: { method: string; body?: string },
  trouble: Trouble,
): Promise<Answer> {
  const until = performance.now() + timeout * 1000;
  for (;;) {
    let response: Response;
    try {
      response = await fetch(url, { ...init, headers });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw engineError(trouble, `Trino does not answer: ${reason(cause)}`, name);
    }
    if (response.ok) return (await response.json()) as Answer;
    const text = (await response.text()).slice(0, 200).trim();
    const busy = [429, 502, 503, 504].includes(response.status);
    if (!busy || performance.now() > until) {
      const denied = response.status === 401 || response.status === 403;
      throw engineError(
        denied ? "refused" : trouble,
        `Trino answers ${response.status}${text === "" ? "" : `: ${text}`}`,
        name,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

function reason(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}

async function* batchesOf(held: readonly Answer[], more: AsyncGenerator<Answer>): AsyncGenerator<Batch> {
  const batch = ({ data = [] }: Answer): Batch[] => {
    const [first] = data;
    if (first === undefined) return [];
    return [{ length: data.length, columns: first.map((_, k) => data.map((row) => row[k])) }];
  };
  try {
    for (const answer of held) yield* batch(answer);
    for await (const answer of more) yield* batch(answer);
  } finally {
    await more.return(undefined);
  }
}

const TROUBLES: readonly (readonly [RegExp, Trouble])[] = [
  [/^(TABLE|SCHEMA|CATALOG|COLUMN)_NOT_FOUND$|^MISSING_(TABLE|CATALOG_NAME|SCHEMA_NAME)/, "schema"],
  [/PERMISSION_DENIED/, "rights"],
  [/TIME_LIMIT/, "timeout"],
  [/ALREADY_EXISTS/, "exists"],
  [/^NOT_SUPPORTED$/, "unsupported"],
  [/^(REMOTE|NO_NODES|PAGE_TRANSPORT|TOO_MANY_REQUESTS_FAILED|SERVER_|ABANDONED|NODE|WORKER)/, "lost"],
];

function failed({ name, timeout }: Session, { message, errorName }: { message: string; errorName: string }) {
  const trouble = TROUBLES.find(([pattern]) => pattern.test(errorName))?.[1] ?? "statement";
  const [line = ""] = message.split("\n");
  const said = {
    timeout: `the statement took longer than ${timeout} s`,
    // Trino says it in four sentences.
    lost: `a worker of the cluster stopped or does not answer (${errorName})`,
    other: `Trino says: ${line.replace(/\.$/, "")}`,
  }[trouble === "timeout" || trouble === "lost" ? trouble : "other"];
  return engineError(trouble, said, name);
}
