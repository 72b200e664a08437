/** An SQL engine, and what it calls things. */
export interface SqlEngine {
  readonly name: "duckdb" | "postgres" | "trino";
  /** For people. */
  readonly title: string;
  /** The names of types: text, 64-bit numbers and whole numbers. */
  readonly types: { readonly text: string; readonly real: string; readonly whole: string };
}

/** The engines that bagwise knows. */
export const SQL_ENGINES = {
  duckdb: { name: "duckdb", title: "DuckDB", types: { text: "VARCHAR", real: "DOUBLE", whole: "BIGINT" } },
  postgres: { name: "postgres", title: "PostgreSQL", types: { text: "text", real: "float8", whole: "bigint" } },
  trino: { name: "trino", title: "Trino", types: { text: "varchar", real: "double", whole: "bigint" } },
} as const satisfies Readonly<Record<string, SqlEngine>>;

/** An identifier, quoted as in standard SQL, which all engines here follow. */
export function quoted(name: string): string {
  // No engine accepts it, and some drivers would cut the text there.
  return `"${name.replaceAll("\0", "").replaceAll('"', '""')}"`;
}

/** An expression as a value of another type, such as one of `SqlEngine.types`. */
export function cast(expression: string, type: string): string {
  return `CAST(${expression} AS ${type})`;
}

/**
 * The name of a table as you type it, `table`, `schema.table` or `"a name.with a dot"."x"`, as quoted
 * identifiers. Undefined if it is no such name.
 */
export function tableName(text: string): string | undefined {
  const parts = text.match(/"(?:[^"]|"")+"|[^".]+/g);
  if (parts === null || parts.join(".") !== text) return undefined;
  const bare = (part: string) => (part.startsWith('"') ? plainName(part) : part);
  return parts.map((part) => quoted(bare(part))).join(".");
}

/** A quoted identifier as it is meant. */
export function plainName(identifier: string): string {
  return identifier.slice(1, -1).replaceAll('""', '"');
}
