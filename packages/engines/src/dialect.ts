import type { SqlEngine } from "@bagwise/export/engines";

/** What the values of a column are, as far as reading them goes. */
export type Kind = "number" | "boolean" | "text" | "list";

/** The words in which an engine is asked. Data and small functions on text; nothing here connects. */
export interface Dialect extends SqlEngine {
  /** The kind of a type, by the engine's own name of it. Anything else is read as text. */
  kindOf(type: string): Kind;
  /** A parameter of a statement, from 1. */
  parameter(k: number): string;
  /** A list as JSON. */
  list(expression: string): string;
  /** A text without white space around it, as JavaScript's `trim` leaves it: SQL's TRIM leaves tabs and others. */
  trim(text: string): string;
  /** The MD5 of a text in lower-case hexadecimal digits: the same on every engine. */
  md5(text: string): string;
  /**
   * Rows from one parameter, an array of arrays as JSON, as a query with columns of these types. An engine has it
   * that is slow with many parameters; the text of a statement is limited there.
   */
  readonly rowsOfJson?: (json: string, types: readonly string[]) => string;
  /** What stands before a query to have its plan as JSON, which names the tables that it reads. */
  readonly explain: string;
  /**
   * What there is of this name, given by its parts, as a query of two columns: why it may not be dropped, such as
   * "a view", or NULL for an ordinary table, and its comment.
   */
  standing(names: readonly string[], bind: (name: string) => string): string;
  /** Takes a lock until the connection ends, as a query that says whether nobody else has it. */
  readonly lock?: (names: readonly string[], bind: (name: string) => string) => string;
  /** Rows as one text that changes with any value, whatever their order: an aggregate of these expressions. */
  checksum(expressions: readonly string[]): string;
  /** How many bytes of a name the engine reads: it would cut off the rest. */
  readonly longestName?: number;
  /** Whether several statements can be one transaction. */
  readonly transactions: boolean;
  /** Whether a sorted result of any size can be streamed, because the engine sorts on disk. */
  readonly sortsOnDisk: boolean;
}

/** What JavaScript's `trim` removes, as a literal of SQL. */
export const WHITE_SPACE =
  "'\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'";
/** The same for a database whose encoding is not that of Unicode. */
export const PLAIN_WHITE_SPACE = "'\t\n\v\f\r '";

/** How many features to ask for in one statement of aggregates: engines refuse very wide ones. */
export const MOST_FEATURES = 100;

/** A table in the schema of this one, as quoted. It has a name of its own: engines cut off long ones. */
export function beside(table: string, name: string): string {
  return [...identifiers(table).slice(0, -1), `"${name}"`].join(".");
}

/** The quoted identifiers of a name. */
export function identifiers(name: string): string[] {
  return name.match(/"(?:[^"]|"")+"/g) ?? [];
}
